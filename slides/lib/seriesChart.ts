import type * as PlotModule from '@observablehq/plot'
import type { Series } from '../rest/types'
import { compact, digits, time } from './format'
import { lineColour, variantLabel } from './variants'

/** The lines of a series in the order in which they came, as a legend names and colours them. */
export function linesOf({ points }: Series): { line: string; label: string; colour: string }[] {
  const names = [...new Set(points.map(({ line }) => line))]
  return names.map((line, place) => ({ line, label: variantLabel(line), colour: lineColour(line, place) }))
}

/** Lines over a common axis, a dot for each point; points without a finite value leave a gap. */
export function seriesChart(Plot: typeof PlotModule, series: Series, width: number, height: number) {
  const lines = linesOf(series)
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
    marginLeft: 56,
    style: { fontFamily: 'var(--sans)', fontSize: '13px', color: 'var(--ink)', background: 'none' },
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

/** Ticks at the decades of a logarithmic axis, or where Plot puts them; times carry their own unit. */
function axis({ label, unit, scale }: Series['x'], values: (number | null)[]) {
  const finite = values.filter((value) => value !== null)
  const inSeconds = unit === 's'
  return {
    ticks: scale === 'log' ? decades(finite) : undefined,
    look: {
      label: unit && !inSeconds ? `${label} (${unit})` : label,
      tickFormat: (value: number) => (inSeconds ? time(value) : value >= 1000 ? compact(value) : digits(value)),
    },
  }
}

function decades(values: number[]): number[] {
  const first = Math.ceil(Math.log10(Math.min(...values)) - 1e-9)
  const last = Math.floor(Math.log10(Math.max(...values)) + 1e-9)
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => 10 ** (first + i))
}
