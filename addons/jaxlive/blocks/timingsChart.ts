import type * as PlotModule from '@observablehq/plot'
import type { Row } from '../rest/types'
import { digits, time, timeUnit } from '../shared/format'
import { linearTicks, logTicks } from './axis'
import { GRID, type Space, style, widest } from './chart'
import { variantColour, variantLabel } from './variants'

/** Samples beyond this many times the slowest upper quartile stand hollow at the edge, or they would squash the rest. */
const REACH = 1.5
/** Medians further apart than this need a logarithmic axis: from zero, the shortest bar could not be seen. */
const APART = 20
/** Letters of values are bold, and so wider. */
const BOLD = 1.06

interface Sample {
  y: number
  x: number
  beyond: boolean
  colour: string
}

/** Bars to the median, every raw sample a dot, the median as a tick with its value. Only a linear axis starts at zero. */
export function timingsChart(Plot: typeof PlotModule, rows: Row[], space: Space) {
  const { width, height, text } = space
  const labels = rows.map((row) => variantLabel(row.variant))
  const margins = {
    marginTop: 4,
    marginRight: BOLD * widest(rows.map(value), text) + 8,
    marginBottom: 1.9 * text,
    marginLeft: widest(labels, text) + 10,
  }
  const axis = axisOf(rows, (width - margins.marginLeft - margins.marginRight) / (4 * text))
  const bar = Math.min(0.3, (1.3 * text) / ((height - margins.marginBottom) / rows.length))
  return Plot.plot({
    width,
    height,
    ...margins,
    style: style(text),
    x: axis.x,
    y: { domain: [rows.length - 0.5, -0.5] },
    color: { type: 'identity' },
    marks: [
      Plot.gridX(axis.ticks, GRID),
      Plot.axisX(axis.ticks, { tickSize: 0, text: axis.tickFormat, label: null, fill: 'var(--muted)' }),
      unitMark(Plot, axis.unit, margins.marginRight, text),
      Plot.axisY([...rows.keys()], { tickSize: 0, tickFormat: (y: number) => labels[y] ?? '', label: null }),
      rowMarks(Plot, rows, axis.x.domain, bar, text),
    ],
  })
}

/** At the end of the axis. */
function unitMark(Plot: typeof PlotModule, unit: string, margin: number, text: number) {
  const place = { frameAnchor: 'bottom-right', dx: margin - 2, dy: 1.3 * text } as const
  return Plot.text([unit], { ...place, fontWeight: 600, fill: 'var(--muted)' })
}

function rowMarks(Plot: typeof PlotModule, rows: Row[], [start, limit]: [number, number], bar: number, text: number) {
  const medians = rows.map((row, y) => ({ y, x: row.latency.median_s, value: value(row), colour: variantColour(row) }))
  const samples = rows.flatMap((row, y) => samplesOf(row, y, limit, bar))
  const ends = { y1: (d: { y: number }) => d.y - bar, y2: (d: { y: number }) => d.y + bar }
  const dot = { x: 'x', y: 'y', r: text / 7 } as const
  return [
    Plot.rect(medians, { x1: start, x2: 'x', ...ends, fill: 'colour', fillOpacity: 0.22 }),
    Plot.dot(samples, { ...dot, filter: (d) => !d.beyond, fill: 'colour', fillOpacity: 0.75 }),
    Plot.dot(samples, { ...dot, filter: 'beyond', stroke: 'colour', fill: 'var(--surface)' }),
    Plot.ruleX(medians, { x: 'x', ...ends, stroke: 'colour', strokeWidth: 2.5 }),
    valueMarks(Plot, medians, samples),
  ]
}

function value({ latency }: Row): string {
  return time(latency.median_s)
}

/** From zero; where the medians are far apart logarithmic, and then its ticks carry their units and it says so. */
function axisOf(rows: Row[], most: number) {
  const medians = rows.map(({ latency }) => latency.median_s)
  const limit = axisEnd(rows)
  if (Math.max(...medians) > APART * Math.min(...medians)) {
    const least = Math.min(...medians, ...rows.flatMap(({ latency }) => latency.samples_s))
    const domain: [number, number] = [least / 2, limit]
    const tickFormat = (s: number) => time(s)
    return { x: { type: 'log', domain } as const, ticks: logTicks(...domain, most), tickFormat, unit: 'log' }
  }
  const { unit, seconds } = timeUnit(limit)
  const domain: [number, number] = [0, limit]
  const tickFormat = (s: number) => digits(s / seconds)
  return { x: { type: 'linear', domain } as const, ticks: linearTicks(0, limit, Math.min(most, 4)), tickFormat, unit }
}

function axisEnd(rows: Row[]): number {
  const slowest = Math.max(...rows.map((row) => row.latency.q75_s))
  const last = Math.max(...rows.flatMap((row) => [row.latency.median_s, ...row.latency.samples_s]))
  return Math.min(last, slowest * REACH)
}

/** Dots of one row, spread over its bar by a fixed rule, so that a redraw does not make them jump. */
function samplesOf(row: Row, y: number, limit: number, bar: number): Sample[] {
  return row.latency.samples_s.map((x, i) => ({
    x: Math.min(x, limit),
    y: y + (((i * 0.618) % 1) - 0.5) * 1.4 * bar,
    beyond: x > limit,
    colour: variantColour(row),
  }))
}

/** Behind the last sample of each row. */
function valueMarks(Plot: typeof PlotModule, medians: { y: number; x: number; value: string }[], samples: Sample[]) {
  return Plot.text(medians, {
    x: ({ y, x }) => Math.max(x, ...samples.filter((sample) => Math.round(sample.y) === y).map((sample) => sample.x)),
    y: 'y',
    text: 'value',
    textAnchor: 'start',
    dx: 8,
    fontWeight: 650,
    stroke: 'var(--surface)',
    strokeWidth: 3,
    fill: 'var(--ink)',
  })
}
