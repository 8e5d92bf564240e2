import type * as PlotModule from '@observablehq/plot'
import type { Series } from '../api/types'

const COLOURS = ['var(--accent)', 'var(--torch)', 'var(--numpy)', 'var(--hue-4)', 'var(--hue-5)']

/** Lines over a common axis, a dot for each point; points without a finite value leave a gap. */
export function seriesChart(Plot: typeof PlotModule, series: Series, width: number, height: number) {
  const lines = [...new Set(series.points.map((point) => point.line))]
  return Plot.plot({
    width,
    height,
    marginTop: 22,
    marginRight: 20,
    marginBottom: 38,
    marginLeft: 58,
    style: { fontFamily: 'var(--sans)', fontSize: '13px', color: 'var(--ink)', background: 'none' },
    x: axis(series.x),
    y: { ...axis(series.y), grid: true },
    color: { domain: lines, range: COLOURS, legend: false },
    marks: [
      Plot.lineY(series.points, { x: 'x', y: 'y', stroke: 'line', strokeWidth: 1.5 }),
      Plot.dot(series.points, { x: 'x', y: 'y', fill: 'line', r: 2.5 }),
      Plot.text(
        series.points,
        Plot.selectLast({
          x: 'x',
          y: 'y',
          z: 'line',
          text: 'line',
          fill: 'line',
          dy: -10,
          textAnchor: 'end',
          fontWeight: 600,
        }),
      ),
    ],
  })
}

function axis({ label, unit, scale }: Series['x']) {
  return { type: scale, label: unit ? `${label} (${unit})` : label, tickFormat: '~g', ticks: 5 }
}
