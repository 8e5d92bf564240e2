import type * as PlotModule from '@observablehq/plot'
import type { Series } from '../rest/types'
import { extent, frame, isShown, px, type Space } from './chart'
import { type Entry, legendMarks, legendRows, symbolAt } from './legend'
import { lastOfEach, nameMarks, roomForNames } from './lineNames'
import { isRoofline, rooflineChart } from './rooflineChart'
import { lineColours, variantLabel } from './variants'

/** Dots of more points than these are small, or they would hide the line. */
const MANY = 40

/** Lines over a common axis, a dot for each point; points without a finite value leave a gap. Or a roofline. */
export function seriesChart(Plot: typeof PlotModule, series: Series, space: Space) {
  if (isRoofline(series)) return rooflineChart(Plot, series, space)
  const lines = [...new Set(series.points.map(({ line }) => line))]
  const room = roomForNames(lines, space)
  const entries = entriesOf(lines, room === undefined)
  // Where lines are many or the chart is small, as on a phone, their ends have no room for names.
  const legend = room === undefined ? legendRows([...entries.values()], space) : []
  const top = 1.4 * space.text + (legend.at(-1)?.y ?? 0.5 * space.text)
  const [x, y] = [axisOf(series, 'x'), axisOf(series, 'y')]
  const { options, axes, edges, place } = frame(Plot, space, x, y, top, room ?? 1.5 * space.text)
  const looks = series.points.map((point) => ({ ...point, ...entries.get(point.line) }))
  const dots = looks.flatMap((point) => (isShown(point.y, y.scale) ? [place({ ...point, y: point.y })] : []))
  const r = looks.length > MANY * lines.length ? 1.5 : 3
  return Plot.plot({
    ...options,
    marks: [
      axes,
      Plot.lineY(looks, { x: 'x', y: 'y', z: 'line', stroke: 'colour', strokeWidth: 2 }),
      Plot.dot(dots, { x: px('x'), y: px('y'), fill: 'colour', r, symbol: 'symbol' }),
      legendMarks(Plot, legend, space.text),
      room === undefined ? null : nameMarks(Plot, lastOfEach(dots), edges, space),
    ],
  })
}

function axisOf(series: Series, key: 'x' | 'y') {
  const values = series.points.map((point) => point[key])
  return { ...series[key], domain: extent(values, series[key].scale) }
}

/** How each line is drawn. Shapes are for a legend: a name at the end of its line needs none. */
function entriesOf(lines: readonly string[], shaped: boolean): Map<string, Entry> {
  return new Map(
    [...lineColours(lines)].map(([line, colour], place) => {
      const symbol = shaped ? symbolAt(place) : 'circle'
      return [line, { label: variantLabel(line), colour, symbol }]
    }),
  )
}
