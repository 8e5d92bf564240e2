import type * as PlotModule from '@observablehq/plot'
import type { Row } from '../rest/types'
import { time, timeUnit } from './format'
import { variantColour, variantLabel } from './variants'

/** Samples beyond this many times the slowest upper quartile stand hollow at the edge, or they would squash the rest. */
const REACH = 1.5
const LABEL_PX = 7.2
/** At the right of the axis, for the slowest median in words. */
const VALUE_PX = 70

interface Sample {
  y: number
  x: number
  beyond: boolean
  colour: string
}

/** Bars from zero to the median, every raw sample a dot, the median as a tick with its value. */
export function timingsChart(Plot: typeof PlotModule, rows: Row[], width: number, height: number) {
  const limit = axisEnd(rows)
  const { unit, seconds } = timeUnit(limit)
  const labels = rows.map((row) => variantLabel(row.variant))
  const bar = Math.min(0.3, 9 / ((height - 30) / rows.length))
  const medians = rows.map((row, y) => ({ y, x: row.latency.median_s, colour: variantColour(row) }))
  const samples = rows.flatMap((row, y) => samplesOf(row, y, limit))

  return Plot.plot({
    width,
    height,
    marginTop: 4,
    marginRight: VALUE_PX,
    marginBottom: 26,
    marginLeft: Math.max(...labels.map((label) => label.length)) * LABEL_PX + 14,
    style: { fontFamily: 'var(--sans)', fontSize: '14px', color: 'var(--ink)', background: 'none' },
    x: { domain: [0, limit] },
    y: { domain: [rows.length - 0.5, -0.5] },
    color: { type: 'identity' },
    marks: [
      Plot.gridX({ stroke: 'var(--line)', strokeOpacity: 1, ticks: 4 }),
      Plot.axisX({
        ticks: 4,
        tickSize: 0,
        tickFormat: (s: number) => `${+(s / seconds).toPrecision(3)}`,
        label: null,
        fill: 'var(--muted)',
        fontSize: 13,
      }),
      Plot.text([unit], { frameAnchor: 'bottom-right', dx: 44, dy: 17, fill: 'var(--muted)', fontSize: 13 }),
      Plot.axisY({
        ticks: rows.map((_, y) => y),
        tickSize: 0,
        tickFormat: (y: number) => labels[y] ?? '',
        label: null,
      }),
      Plot.rect(medians, {
        x1: 0,
        x2: 'x',
        y1: (d) => d.y - bar,
        y2: (d) => d.y + bar,
        fill: 'colour',
        fillOpacity: 0.22,
      }),
      Plot.dot(samples, { filter: (d) => !d.beyond, x: 'x', y: 'y', r: 2, fill: 'colour', fillOpacity: 0.75 }),
      Plot.dot(samples, { filter: 'beyond', x: 'x', y: 'y', r: 2, stroke: 'colour', fill: 'var(--surface)' }),
      Plot.ruleX(medians, {
        x: 'x',
        y1: (d) => d.y - bar * 1.25,
        y2: (d) => d.y + bar * 1.25,
        stroke: 'colour',
        strokeWidth: 2.5,
      }),
      Plot.text(medians, {
        x: (d) => rightmost(samples, d.y, d.x),
        y: 'y',
        text: (d) => time(d.x),
        textAnchor: 'start',
        dx: 8,
        fontWeight: 650,
        stroke: 'var(--surface)',
        strokeWidth: 3,
        fill: 'var(--ink)',
      }),
    ],
  })
}

function axisEnd(rows: Row[]): number {
  const slowest = Math.max(...rows.map((row) => row.latency.q75_s))
  const last = Math.max(...rows.flatMap((row) => [row.latency.median_s, ...row.latency.samples_s]))
  return Math.min(last, slowest * REACH)
}

/** Dots of one row, spread a little in y by a fixed rule, so that a redraw does not make them jump. */
function samplesOf(row: Row, y: number, limit: number): Sample[] {
  return row.latency.samples_s.map((x, i) => ({
    x: Math.min(x, limit),
    y: y + (((i * 0.618) % 1) - 0.5) * 0.42,
    beyond: x > limit,
    colour: variantColour(row),
  }))
}

function rightmost(samples: Sample[], y: number, median: number): number {
  return Math.max(median, ...samples.filter((sample) => Math.round(sample.y) === y).map((sample) => sample.x))
}
