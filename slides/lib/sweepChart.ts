import type * as PlotModule from '@observablehq/plot'
import { axis } from './axis'
import { apart } from './placeLabels'
import { type Crossover, crossoverWords, type Point } from './sweep'
import { variantLabel } from './variants'

/** What a sweep's axis is called, and the values that it has. */
export interface Across {
  label: string
  unit: string
  values: readonly number[]
}

const MARGIN = { right: 120, bottom: 50, left: 68 }
/** A line of text above the chart for each crossover. */
const LINE = 22
/** Beyond the extremes, so that no dot lies on the edge. */
const ROOM = 1.3
/** From a line to its name. */
const GAP = 8
const LETTER = 7.8
const HALO = { stroke: 'var(--surface)', strokeWidth: 4 }

/** Times over a parameter, both logarithmic: a line for each variant within its quartiles, and where the lead changes. */
export function sweepChart(
  Plot: typeof PlotModule,
  points: readonly Point[],
  crossovers: readonly Crossover[],
  across: Across,
  width: number,
  height: number,
) {
  const top = 12 + LINE * crossovers.length
  const x = { type: 'log', domain: ends(across.values), range: [MARGIN.left, width - MARGIN.right] } as const
  const y = { type: 'log', domain: extent(points), range: [height - MARGIN.bottom, top] } as const
  const [toX, toY] = [Plot.scale({ x }), Plot.scale({ y })]
  const place = (point: Point) => ({ ...point, x: toX.apply(point.x), y: toY.apply(point.y) })
  const marks = crossovers.map((one) => ({ x: toX.apply(one.x), text: crossoverWords(one, across.unit) }))
  const ticks = {
    x: axis({ ...across, scale: 'log' }, x.domain),
    y: axis({ label: '', unit: 's', scale: 'log' }, y.domain),
  }

  return Plot.plot({
    width,
    height,
    marginTop: top,
    marginRight: MARGIN.right,
    marginBottom: MARGIN.bottom,
    marginLeft: MARGIN.left,
    style: { fontFamily: 'var(--sans)', fontSize: '16px', color: 'var(--ink)', background: 'none' },
    x,
    y,
    color: { type: 'identity' },
    marks: [
      Plot.gridX(ticks.x.ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.gridY(ticks.y.ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.axisX(ticks.x.ticks, { ...ticks.x.look, tickSize: 0, labelOffset: 42 }),
      Plot.axisY(ticks.y.ticks, { ...ticks.y.look, label: null, tickSize: 0 }),
      Plot.areaY(points, { x: 'x', y1: 'low', y2: 'high', z: 'variant', fill: 'colour', fillOpacity: 0.2 }),
      crossoverMarks(Plot, marks, width),
      Plot.lineY(points, { x: 'x', y: 'y', z: 'variant', stroke: 'colour', strokeWidth: 2.5 }),
      Plot.dot(points, { x: 'x', y: 'y', r: 4, fill: 'colour' }),
      nameMarks(Plot, lastOfEach(points).map(place)),
    ],
  })
}

/** A channel in pixels already, of a datum or by a function of it. */
function px<D>(value: string | ((datum: D) => number)) {
  return { value, scale: null }
}

function ends(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

function extent(points: readonly Point[]): [number, number] {
  const [lowest, highest] = ends(points.flatMap(({ low, y, high }) => [low, y, high]))
  return [lowest / ROOM, highest * ROOM]
}

function lastOfEach(points: readonly Point[]): Point[] {
  return [...new Map(points.map((point) => [point.variant, point])).values()]
}

/** Each is named above the chart, on a line of its own, on the side that has more room, within the chart. */
function crossoverMarks(Plot: typeof PlotModule, crossovers: readonly { x: number; text: string }[], width: number) {
  return crossovers.map(({ x, text }, i) => {
    const rise = LINE * (crossovers.length - 1 - i) + 4
    const room = text.length * LETTER
    const [textAnchor, start] =
      x > width / 2
        ? (['end', Math.max(x - GAP, room)] as const)
        : (['start', Math.min(x + GAP, width - room)] as const)
    const style = { textAnchor, fontWeight: 640, fill: 'var(--ink)', ...HALO }
    return [
      Plot.ruleX([x], {
        x: px((x: number) => x),
        stroke: 'var(--ink)',
        strokeWidth: 1.5,
        strokeDasharray: '2 4',
        insetTop: -rise - 12,
      }),
      Plot.text([start], {
        x: px((x: number) => x),
        text: () => text,
        frameAnchor: 'top',
        lineAnchor: 'bottom',
        dy: -rise - 2,
        ...style,
      }),
    ]
  })
}

/** Names at the ends of the lines, moved apart where they would touch; a thread leads back to the line. */
function nameMarks(Plot: typeof PlotModule, tips: readonly Point[]) {
  const names = apart(tips.map((tip) => ({ ...tip, tip: tip.y })))
  type Name = (typeof names)[number]
  return [
    Plot.link(names, {
      x1: px((name: Name) => name.x + 6),
      y1: px('tip'),
      x2: px((name: Name) => name.x + 20),
      y2: px('y'),
      stroke: 'colour',
      strokeWidth: 1.5,
    }),
    Plot.text(names, {
      x: px('x'),
      y: px('y'),
      dx: 25,
      text: ({ variant }: Name) => variantLabel(variant),
      textAnchor: 'start',
      fontWeight: 600,
      fill: 'var(--ink)',
      ...HALO,
    }),
  ]
}
