import type * as PlotModule from '@observablehq/plot'
import type { Heatmap } from '../rest/types'
import { digits } from '../shared/format'
import { axis } from './axis'
import { type Edges, frame, px, type Space, widest } from './chart'

/** The bar beside a map shows its scale in so many steps; it is as wide as this, in letters. */
const [STEPS, BAR] = [48, 0.9]
const TICKS = 5

/** A map as cells of one hue, the more of it for the greater value, with a scale beside it, and a line where the value is `level`. */
export function heatmapChart(Plot: typeof PlotModule, map: Heatmap, space: Space) {
  const { text } = space
  const known = map.cells.flat().filter((value) => value !== null)
  const [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1]
  const share = (value: number) => (value - low) / (high - low || 1)
  const { ticks, labels, look } = axis(map.value, [low, high], () => TICKS)
  const right = (BAR + 1.2) * text + widest(labels, text)
  const [xs, ys] = [borders(map.xs), borders(map.ys)]
  const [x, y] = [
    { ...map.x, domain: ends(xs) },
    { ...map.y, domain: ends(ys) },
  ]
  const { options, axes, edges } = frame(Plot, space, x, y, 1.8 * text, right)
  const cells = map.cells.flatMap((row, i) =>
    row.flatMap((value, j) =>
      value === null ? [] : [{ x1: xs[j], x2: xs[j + 1], y1: ys[i], y2: ys[i + 1], fill: colour(share(value)) }],
    ),
  )
  return Plot.plot({
    ...options,
    marks: [
      Plot.rect(cells, { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2', fill: 'fill', shapeRendering: 'crispEdges' }),
      axes.slice(2),
      levelMark(Plot, map, ends(xs), ends(ys)),
      scaleMarks(Plot, { name: look.label, ticks: ticks.map(share), labels }, edges, space),
    ],
  })
}

/** Between neighbours, and as far beyond the first and the last. */
export function borders(centres: readonly number[]): number[] {
  const [first = 0, second = first + 1] = centres
  const between = centres.slice(1).map((centre, i) => (centre + (centres[i] ?? centre)) / 2)
  const last = centres.at(-1) ?? first
  const half = (second - first) / 2
  return [first - half, ...between, last + (last - (between.at(-1) ?? last - half))]
}

function ends(sorted: readonly number[]): [number, number] {
  return [sorted[0] ?? 0, sorted.at(-1) ?? 1]
}

function colour(share: number): string {
  return `color-mix(in oklab, var(--accent) ${Math.round(100 * share)}%, var(--sunk))`
}

/** Where the value is `level`: light on a dark line, to be seen on every shade. */
function levelMark(Plot: typeof PlotModule, map: Heatmap, [x1, x2]: [number, number], [y1, y2]: [number, number]) {
  if (map.level == null) return null
  const shape = { width: map.xs.length, height: map.ys.length, x1, x2, y1, y2, thresholds: [map.level] }
  const line = (stroke: string, strokeWidth: number) =>
    Plot.contour(map.cells.flat(), { ...shape, stroke, strokeWidth, fill: 'none' })
  // A contour goes on along the edge of the map, where nothing crosses the level.
  const edge = Plot.frame({ stroke: 'var(--surface)', strokeWidth: 8 })
  return [line('var(--surface)', 6), line('var(--ink)', 2.5), edge]
}

/** `ticks` are shares of the way from the least value to the greatest. */
interface Scale {
  name: string | null
  ticks: number[]
  labels: string[]
}

function scaleMarks(Plot: typeof PlotModule, { name, ticks, labels }: Scale, edges: Edges, { text }: Space) {
  const [left, right] = [edges.right + 0.8 * text, edges.right + (0.8 + BAR) * text]
  const at = (share: number) => edges.bottom - share * (edges.bottom - edges.top)
  const steps = Array.from({ length: STEPS }, (_, i) => ({
    top: at((i + 1) / STEPS),
    bottom: at(i / STEPS),
    fill: colour((i + 0.5) / STEPS),
  }))
  const words = ticks.map((tick, i) => ({ y: at(tick), label: labels[i] }))
  return [
    Plot.rect(steps, { x1: px(() => left), x2: px(() => right), y1: px('top'), y2: px('bottom'), fill: 'fill' }),
    Plot.text(words, { x: px(() => right + 0.3 * text), y: px('y'), text: 'label', textAnchor: 'start' }),
    Plot.text([name], { x: px(() => right), y: px(() => edges.top - 0.9 * text), textAnchor: 'end' }),
  ]
}

/** The map in a sentence, for those who do not see it. */
export function summary({ x, y, value, xs, ys, cells }: Heatmap): string {
  const known = cells.flatMap((row, i) => row.flatMap((cell, j) => (cell === null ? [] : [{ cell, i, j }])))
  const sorted = known.toSorted((a, b) => a.cell - b.cell)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (!least || !most) return `${value.label}: no value yet`
  const at = ({ cell, i, j }: typeof least) =>
    `${digits(cell)} ${value.unit} at ${x.label} ${digits(xs[j] ?? 0)} and ${y.label} ${digits(ys[i] ?? 0)}`
  return `${value.label} from ${at(least)} to ${at(most)}`
}
