import type * as PlotModule from '@observablehq/plot'
import type { Series } from '../rest/types'
import { type Edges, extent, frame, HALO, type Place, px, type Space } from './chart'
import { type Entry, legendMarks, legendRows, symbolAt } from './legend'
import { nameMarks, roomForNames } from './lineNames'
import { abreast, type Column, placeLabels } from './placeLabels'
import { lineColours, variantLabel } from './variants'

/** A measured point: the rate of a function in a variant. */
interface Dot extends Place {
  variant: string
  text: string
  colour: string
  symbol: PlotModule.SymbolType
}

interface Roof {
  text: string
  start: Place
  end: Place
}

/** Pixels between the points of a roof that keep labels off it. */
const STEP = 6
/** The axis starts at this part of the lowest rate, so that its name fits below it. */
const ROOM_BELOW = 4
const RADIUS = 5

/** A chart of FLOP/s over FLOP/byte is a roofline: lines of two points are roofs, single points are measured. */
export function isRoofline({ x, y }: Series): boolean {
  return x.unit === 'FLOP/byte' && y.unit === 'FLOP/s'
}

/** The measured points of a roofline; the line of each is named by its variant and its function. */
export function dotsOf(series: Series): Dot[] {
  const points = byLine(series).flatMap(([line, [point, ...more]]) => {
    const [variant = '', ...words] = line.split(' ')
    return point && !more.length ? [{ ...point, variant, text: words.join(' ') }] : []
  })
  const colours = lineColours(points.map(({ variant }) => variant))
  const variants = [...colours.keys()]
  return points.map((point) => ({
    ...point,
    colour: colours.get(point.variant) ?? '',
    symbol: symbolAt(variants.indexOf(point.variant)),
  }))
}

function roofsOf(series: Series): Roof[] {
  return byLine(series).flatMap(([text, [start, end]]) => (start && end ? [{ text, start, end }] : []))
}

function byLine({ points }: Series): [string, Place[]][] {
  const lines = new Map<string, Place[]>()
  for (const { line, x, y } of points) if (y !== null) lines.set(line, [...(lines.get(line) ?? []), { x, y }])
  return [...lines]
}

/** Roofs with their names on them; a dot for each variant in its colour and shape; each function named once, by its dots. */
export function rooflineChart(Plot: typeof PlotModule, series: Series, space: Space) {
  const legend = legendRows(legendOf(series), space)
  const roofNames = roofsOf(series).map(({ text }) => text)
  const [lowest, highest] = extent(
    series.points.map(({ y }) => y),
    'log',
  )
  const { options, axes, edges, place } = frame(
    Plot,
    space,
    {
      ...series.x,
      domain: extent(
        series.points.map(({ x }) => x),
        'log',
      ),
    },
    { ...series.y, domain: [lowest / ROOM_BELOW, highest] },
    1.4 * space.text + (legend.at(-1)?.y ?? 0.5 * space.text),
    roomForNames(roofNames, space) ?? space.width / 3,
  )
  const dots = abreast(dotsOf(series).map(place), 2 * RADIUS)
  const roofs = roofsOf(series).map(({ text, start, end }) => ({ text, start: place(start), end: place(end) }))
  return Plot.plot({
    ...options,
    marks: [
      axes,
      legendMarks(Plot, legend, space.text),
      roofMarks(Plot, roofs, edges, space),
      dotNameMarks(Plot, dots, roofs, edges, space.text),
      Plot.dot(dots, { x: px('x'), y: px('y'), r: RADIUS, symbol: 'symbol', fill: 'colour', stroke: 'var(--surface)' }),
    ],
  })
}

/** A dot has no end to carry its variant's name, so a legend has it. */
function legendOf(series: Series): Entry[] {
  const dots = dotsOf(series).map(
    ({ variant, colour, symbol }) => [variant, { label: variantLabel(variant), colour, symbol }] as const,
  )
  return [...new Map(dots).values()]
}

/** A flat roof is named at its end, a rising one along its slope. */
function roofMarks(Plot: typeof PlotModule, roofs: readonly Roof[], edges: Edges, space: Space) {
  const ends = {
    x1: px((d: Roof) => d.start.x),
    y1: px((d: Roof) => d.start.y),
    x2: px((d: Roof) => d.end.x),
    y2: px((d: Roof) => d.end.y),
  }
  const flat = roofs.filter(({ start, end }) => start.y === end.y)
  const tips = flat.map(({ text, end }) => ({ ...end, line: text, colour: 'var(--ink)' }))
  return [
    Plot.link(roofs, { ...ends, stroke: 'var(--ink)', strokeWidth: 1.5 }),
    nameMarks(Plot, tips, edges, space),
    roofs.filter((roof) => !flat.includes(roof)).map((roof) => slopeName(Plot, roof)),
  ]
}

function slopeName(Plot: typeof PlotModule, { text, start, end }: Roof) {
  return Plot.text([{ text, x: (start.x * 2 + end.x) / 3, y: (start.y * 2 + end.y) / 3 }], {
    x: px('x'),
    y: px('y'),
    text: 'text',
    fontWeight: 600,
    dy: -10,
    rotate: (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI,
  })
}

/** A line leads from a name to its lowest dot where they are not next to each other. */
function dotNameMarks(
  Plot: typeof PlotModule,
  dots: readonly Dot[],
  roofs: readonly Roof[],
  edges: Edges,
  size: number,
) {
  const names = placeLabels(columnsOf(dots), [...dots, ...roofs.flatMap(pixelsOf)], edges, size)
  const led = names.filter(({ y, bottom: lowest }) => y - lowest > 1.7 * size)
  return [
    Plot.link(led, { x1: px('x'), x2: px('x'), y1: px('bottom'), y2: px('y'), stroke: 'var(--faint)' }),
    Plot.text(names, { x: px('x'), y: px('y'), text: 'text', fontWeight: 600, fill: 'var(--ink)', ...HALO }),
  ]
}

function columnsOf(dots: readonly Dot[]): Column[] {
  return [...new Set(dots.map(({ text }) => text))].map((text) => {
    const column = dots.filter((dot) => dot.text === text)
    const ys = column.map(({ y }) => y)
    const x = column.reduce((sum, dot) => sum + dot.x, 0) / column.length
    return { text, x, top: Math.min(...ys), bottom: Math.max(...ys) }
  })
}

function pixelsOf({ start, end }: Roof): Place[] {
  const count = Math.ceil(Math.abs(end.x - start.x) / STEP)
  return Array.from({ length: count + 1 }, (_, i) => ({
    x: start.x + ((end.x - start.x) * i) / count,
    y: start.y + ((end.y - start.y) * i) / count,
  }))
}
