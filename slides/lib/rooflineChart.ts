import type * as PlotModule from '@observablehq/plot'
import type { Series } from '../rest/types'
import { axis } from './axis'
import { abreast, apart, type Column, placeLabels } from './placeLabels'
import { lineColour } from './variants'

interface Point {
  x: number
  y: number
}

/** A measured point: the rate of a function in a variant. */
interface Dot extends Point {
  variant: string
  text: string
  colour: string
}

interface Roof {
  text: string
  start: Point
  end: Point
}

const MARGIN = { top: 26, right: 152, bottom: 42, left: 56 }
/** Pixels between the points of a roof that keep labels off it. */
const STEP = 6
/** The axis starts at this part of the lowest rate, so that its name fits below it. */
const ROOM_BELOW = 4
const RADIUS = 5
const HALO = { stroke: 'var(--surface)', strokeWidth: 4 }

/** A chart of FLOP/s over FLOP/byte is a roofline: lines of two points are roofs, single points are measured. */
export function isRoofline({ x, y }: Series): boolean {
  return x.unit === 'FLOP/byte' && y.unit === 'FLOP/s'
}

/** The measured points of a roofline; the line of each is named by its variant and its function. */
export function dotsOf(series: Series): Dot[] {
  return byLine(series).flatMap(([line, [point, ...more]]) => {
    const [variant = '', ...words] = line.split(' ')
    if (!point || more.length) return []
    return [{ ...point, variant, text: words.join(' '), colour: lineColour(variant, 0) }]
  })
}

function roofsOf(series: Series): Roof[] {
  return byLine(series).flatMap(([text, [start, end]]) => (start && end ? [{ text, start, end }] : []))
}

function byLine({ points }: Series): [string, Point[]][] {
  const lines = new Map<string, Point[]>()
  for (const { line, x, y } of points) if (y !== null) lines.set(line, [...(lines.get(line) ?? []), { x, y }])
  return [...lines]
}

/** Roofs with their names on them; a dot for each variant in its colour; each function named once, by its dots. */
export function rooflineChart(Plot: typeof PlotModule, series: Series, width: number, height: number) {
  const x = { type: 'log', domain: extent(series, 'x'), range: [MARGIN.left, width - MARGIN.right] } as const
  const [lowest, highest] = extent(series, 'y')
  const domain = [lowest / ROOM_BELOW, highest]
  const y = { type: 'log', domain, range: [height - MARGIN.bottom, MARGIN.top] } as const
  const [toX, toY] = [Plot.scale({ x }), Plot.scale({ y })]
  const place = <P extends Point>(point: P): P => ({ ...point, x: toX.apply(point.x), y: toY.apply(point.y) })
  const dots = abreast(dotsOf(series).map(place), 2 * RADIUS)
  const roofs = roofsOf(series).map((roof) => ({ ...roof, start: place(roof.start), end: place(roof.end) }))
  const [across, up] = [axis(series.x, x.domain), axis(series.y, y.domain)]

  return Plot.plot({
    width,
    height,
    marginTop: MARGIN.top,
    marginRight: MARGIN.right,
    marginBottom: MARGIN.bottom,
    marginLeft: MARGIN.left,
    style: { fontFamily: 'var(--sans)', fontSize: '14px', color: 'var(--ink)', background: 'none' },
    x,
    y,
    color: { type: 'identity' },
    marks: [
      Plot.gridX(across.ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.gridY(up.ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.axisX(across.ticks, { ...across.look, tickSize: 0 }),
      Plot.axisY(up.ticks, { ...up.look, tickSize: 0 }),
      roofMarks(Plot, roofs),
      nameMarks(Plot, dots, roofs, height - MARGIN.bottom),
      Plot.dot(dots, { x: px('x'), y: px('y'), r: RADIUS, fill: 'colour', stroke: 'var(--surface)' }),
    ],
  })
}

function extent(series: Series, key: 'x' | 'y'): [number, number] {
  const values = series.points.map((point) => point[key]).filter((value) => value !== null)
  return values.length ? [Math.min(...values), Math.max(...values)] : [1, 10]
}

/** A channel in pixels already, of a datum or by a function of it. */
function px<D>(value: string | ((datum: D) => number)) {
  return { value, scale: null }
}

/** A flat roof is named at its end, a rising one along its slope. */
function roofMarks(Plot: typeof PlotModule, roofs: readonly Roof[]) {
  const ends = {
    x1: px((d: Roof) => d.start.x),
    y1: px((d: Roof) => d.start.y),
    x2: px((d: Roof) => d.end.x),
    y2: px((d: Roof) => d.end.y),
  }
  const flat = roofs.filter(({ start, end }) => start.y === end.y).map(({ text, end }) => ({ text, ...end }))
  const text = { x: px('x'), y: px('y'), text: 'text', fill: 'var(--muted)' } as const
  return [
    Plot.link(roofs, { ...ends, stroke: 'var(--ink)', strokeWidth: 1.5 }),
    Plot.text(apart(flat), { ...text, textAnchor: 'start', dx: 8 }),
    roofs
      .filter(({ start, end }) => start.y !== end.y)
      .map(({ text: name, start, end }) =>
        Plot.text([{ text: name, x: (start.x * 2 + end.x) / 3, y: (start.y * 2 + end.y) / 3 }], {
          ...text,
          dy: -10,
          rotate: (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI,
        }),
      ),
  ]
}

/** A line leads from a name to its lowest dot where they are not next to each other. */
function nameMarks(Plot: typeof PlotModule, dots: readonly Dot[], roofs: readonly Roof[], bottom: number) {
  const names = placeLabels(columnsOf(dots), [...dots, ...roofs.flatMap(pixelsOf)], bottom)
  const led = names.filter(({ y, bottom: lowest }) => y - lowest > 24)
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

function pixelsOf({ start, end }: Roof): Point[] {
  const count = Math.ceil(Math.abs(end.x - start.x) / STEP)
  return Array.from({ length: count + 1 }, (_, i) => ({
    x: start.x + ((end.x - start.x) * i) / count,
    y: start.y + ((end.y - start.y) * i) / count,
  }))
}
