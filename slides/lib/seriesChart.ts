import type * as PlotModule from '@observablehq/plot'
import type { Series } from '../rest/types'
import { extent, frame, px, type Space } from './chart'
import { type Entry, legendMarks, legendRows, symbolAt } from './legend'
import { lastOfEach, nameMarks, roomForNames } from './lineNames'
import { isRoofline, rooflineChart } from './rooflineChart'
import { lineColours, variantLabel } from './variants'

/** Dots of more points than these are small, or they would hide the line. */
const MANY = 40

/** Lines over a common axis, a dot for each point; points without a finite value leave a gap. Or a roofline. */
export function seriesChart(Plot: typeof PlotModule, series: Series, space: Space) {
  if (isRoofline(series)) return rooflineChart(Plot, series, space)
  const { points, x, y } = series
  const lines = [...new Set(points.map(({ line }) => line))]
  const room = roomForNames(lines, space)
  const colours = lineColours(lines)
  const entry = (line: string): Entry => ({
    label: variantLabel(line),
    colour: colours.get(line) ?? '',
    symbol: room === undefined ? symbolAt(lines.indexOf(line)) : 'circle',
  })
  // Where lines are many or the chart is small, as on a phone, their ends have no room for names.
  const legend = room === undefined ? legendRows(lines.map(entry), space) : []
  const top = 1.4 * space.text + (legend.at(-1)?.y ?? 0.5 * space.text)
  const { options, axes, edges, place } = frame(
    Plot,
    space,
    { ...x, domain: extent(points.map((point) => point.x)) },
    { ...y, domain: extent(points.map((point) => point.y)) },
    top,
    room ?? 1.5 * space.text,
  )
  const looks = points.map((point) => ({ ...point, ...entry(point.line) }))
  const finite = looks.flatMap((point) => (point.y === null ? [] : [place({ ...point, y: point.y })]))
  const r = points.length > MANY * lines.length ? 1.5 : 3
  return Plot.plot({
    ...options,
    marks: [
      axes,
      Plot.lineY(looks, { x: 'x', y: 'y', z: 'line', stroke: 'colour', strokeWidth: 2 }),
      Plot.dot(finite, { x: px('x'), y: px('y'), fill: 'colour', r, symbol: 'symbol' }),
      room === undefined ? legendMarks(Plot, legend, space.text) : nameMarks(Plot, lastOfEach(finite), edges, space),
    ],
  })
}
