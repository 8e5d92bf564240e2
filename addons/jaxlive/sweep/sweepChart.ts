import type * as PlotModule from '@observablehq/plot'
import { extent, frame, HALO, px, type Space, widthOf } from '../blocks/chart'
import { lastOfEach, nameMarks, roomForNames } from '../blocks/lineNames'
import { type Crossover, crossoverWords, type Point } from './sweep'

/** What a sweep's axis is called, and the values that it has. */
export interface Across {
  label: string
  unit: string
  values: readonly number[]
}

/** A line of text above the chart for each crossover. */
const LINE = 1.4
/** Beyond the extremes, so that no dot lies on the edge. */
const ROOM = 1.3
/** From a crossover to its words. */
const GAP = 8

/** Times over a parameter, both logarithmic: a line for each variant within its quartiles, and where the lead changes. */
export function sweepChart(
  Plot: typeof PlotModule,
  points: readonly Point[],
  crossovers: readonly Crossover[],
  across: Across,
  space: Space,
) {
  const lines = points.map(({ variant, ...point }) => ({ ...point, line: variant }))
  const names = [...new Set(lines.map(({ line }) => line))]
  const [lowest, highest] = extent(
    points.flatMap(({ low, y, high }) => [low, y, high]),
    'log',
  )
  const { options, axes, edges, place } = frame(
    Plot,
    space,
    { ...across, scale: 'log', domain: extent(across.values, 'log') },
    { label: '', unit: 's', scale: 'log', domain: [lowest / ROOM, highest * ROOM] },
    12 + LINE * space.text * crossovers.length,
    // A sweep has the few variants of its experiment: a name that is too long is cut before a line has none.
    roomForNames(names, space) ?? space.width / 3,
  )
  const marks = crossovers.map((one) => ({ x: place({ ...one, y: 1 }).x, text: crossoverWords(one, across.unit) }))
  return Plot.plot({
    ...options,
    marks: [
      axes,
      Plot.areaY(lines, { x: 'x', y1: 'low', y2: 'high', z: 'line', fill: 'colour', fillOpacity: 0.2 }),
      crossoverMarks(Plot, marks, space),
      Plot.lineY(lines, { x: 'x', y: 'y', z: 'line', stroke: 'colour', strokeWidth: 2.5 }),
      Plot.dot(lines, { x: 'x', y: 'y', r: 4, fill: 'colour' }),
      nameMarks(Plot, lastOfEach(lines).map(place), edges, space),
    ],
  })
}

/** Each is named above the chart, on a line of its own, on the side that has more room, within the chart. */
function crossoverMarks(
  Plot: typeof PlotModule,
  crossovers: readonly { x: number; text: string }[],
  { width, text: size }: Space,
) {
  return crossovers.map(({ x, text }, i) => {
    const rise = LINE * size * (crossovers.length - 1 - i) + 4
    const room = widthOf(text, size)
    const [textAnchor, start] =
      x > width / 2
        ? (['end', Math.max(x - GAP, room)] as const)
        : (['start', Math.min(x + GAP, width - room)] as const)
    const words = { textAnchor, fontWeight: 640, fill: 'var(--ink)', ...HALO }
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
        ...words,
      }),
    ]
  })
}
