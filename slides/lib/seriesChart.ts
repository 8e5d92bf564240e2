import type * as PlotModule from '@observablehq/plot'
import type { Series } from '../rest/types'
import { axis } from './axis'
import { dotsOf, isRoofline, rooflineChart } from './rooflineChart'
import { lineColour, variantLabel } from './variants'

/** What the colours of a chart stand for, in the order in which it came: its lines, or the variants of a roofline. */
export function legendOf(series: Series): { line: string; label: string; colour: string }[] {
  const lines = isRoofline(series)
    ? dotsOf(series).map(({ variant }) => variant)
    : series.points.map(({ line }) => line)
  const names = [...new Set(lines)]
  return names.map((line, place) => ({ line, label: variantLabel(line), colour: lineColour(line, place) }))
}

/** Lines over a common axis, a dot for each point; points without a finite value leave a gap. Or a roofline. */
export function seriesChart(Plot: typeof PlotModule, series: Series, width: number, height: number) {
  if (isRoofline(series)) return rooflineChart(Plot, series, width, height)
  const lines = legendOf(series)
  const x = axis(
    series.x,
    series.points.map((point) => point.x),
  )
  const y = axis(
    series.y,
    series.points.map((point) => point.y),
  )
  return Plot.plot({
    width,
    height,
    marginTop: 24,
    marginRight: 16,
    marginBottom: 40,
    marginLeft: 64,
    style: { fontFamily: 'var(--sans)', fontSize: '14px', color: 'var(--ink)', background: 'none' },
    x: { type: series.x.scale },
    y: { type: series.y.scale },
    color: { domain: lines.map(({ line }) => line), range: lines.map(({ colour }) => colour) },
    marks: [
      Plot.gridX(x.ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.gridY(y.ticks, { stroke: 'var(--line)', strokeOpacity: 1 }),
      Plot.axisX(x.ticks, { ...x.look, tickSize: 0 }),
      Plot.axisY(y.ticks, { ...y.look, tickSize: 0 }),
      Plot.lineY(series.points, { x: 'x', y: 'y', stroke: 'line', strokeWidth: 2 }),
      Plot.dot(series.points, { x: 'x', y: 'y', fill: 'line', r: 3 }),
    ],
  })
}
