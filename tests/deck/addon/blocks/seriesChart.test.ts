import * as Plot from '@observablehq/plot'
import { expect, it } from 'vitest'
import { seriesChart } from '../../../../addons/jaxlive/blocks/seriesChart'
import type { Series } from '../../../../addons/jaxlive/rest/types'

const SPACE = { width: 404, height: 300, text: 16 }
const series: Series = {
  kind: 'series',
  label: 'time of a call',
  x: { label: 'elements', unit: '', scale: 'log' },
  y: { label: 'time', unit: 's', scale: 'log' },
  points: [
    { line: 'jit', x: 1000, y: 1e-5 },
    { line: 'loss', x: 1000, y: null },
    { line: 'jit', x: 1e6, y: 1e-3 },
  ],
}

function texts(svg: Element, label = 'text'): (string | null)[] {
  return [...svg.querySelectorAll(`[aria-label="${label}"] text`)].map((text) => text.textContent)
}

/** So many lines of two points, all at the same height. */
function lines(names: readonly string[]): Series {
  const points = names.flatMap((line, i) => [0, 1].map((x) => ({ line, x, y: i ? 1 : 0 })))
  const linear = { label: 'step', unit: '', scale: 'linear' } as const
  return { ...series, x: linear, y: linear, points }
}

it('names lines at their ends, those that meet one above the other, and needs no legend', () => {
  const svg = seriesChart(Plot, lines(['jit', 'loss', 'error']), SPACE)
  const names = [...svg.querySelectorAll('[aria-label="text"] text')]
  expect(names.map((name) => name.textContent)).toEqual(['loss', 'error', 'JAX jit'])
  const ys = names.map((name) => Number(/,([\d.]+)\)/.exec(name.getAttribute('transform') ?? '')?.[1]))
  expect((ys[1] ?? 0) - (ys[0] ?? 0)).toBeGreaterThanOrEqual(16)
})

it('has a legend, with a shape for each line, where there is no room for their names', () => {
  const names = Array.from({ length: 16 }, (_, i) => `line ${i}`)
  const svg = seriesChart(Plot, lines(names), SPACE)
  expect(texts(svg)).toEqual(names)
  expect(svg.querySelectorAll('[aria-label="dot"] path').length).toBe(2 * 16 + 16)
})

it('shows a single point, and leads from a line that is still short to its name', () => {
  const alone = seriesChart(Plot, { ...series, points: series.points.slice(0, 1) }, SPACE)
  expect(alone.querySelectorAll('[aria-label="dot"] *')).toHaveLength(1)
  expect(texts(alone)).toEqual(['JAX jit'])
  expect(alone.querySelectorAll('[aria-label="link"][stroke-dasharray] *')).toHaveLength(1)
})

it('leaves a gap where a value is not finite', () => {
  const gap = lines(['loss'])
  gap.points = [0, 1, 2, 3, 4].map((x) => ({ line: 'loss', x, y: x === 2 ? null : x }))
  const svg = seriesChart(Plot, gap, SPACE)
  expect(svg.querySelector('[aria-label="line"] path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  expect(svg.querySelectorAll('[aria-label="dot"] *')).toHaveLength(4)
})

it('draws a dot for each finite point, with ticks at the decades', () => {
  const svg = seriesChart(Plot, series, SPACE)
  expect(svg.querySelectorAll('[aria-label="dot"] *')).toHaveLength(2)
  const ticks = [...svg.querySelectorAll('[aria-label$="tick label"] text')].map((text) => text.textContent)
  expect(ticks).toEqual(expect.arrayContaining(['1K', '10K', '100K', '1M', '10 µs', '100 µs', '1 ms']))
})

it('leaves out what a logarithmic axis cannot show', () => {
  const svg = seriesChart(Plot, { ...series, points: [...series.points, { line: 'jit', x: 1e7, y: 0 }] }, SPACE)
  expect(svg.querySelectorAll('[aria-label="dot"] *')).toHaveLength(2)
  expect(svg.innerHTML).not.toMatch(/NaN|Infinity/)
})

it('can be drawn before the first point', () => {
  expect(seriesChart(Plot, { ...series, points: [] }, SPACE).tagName).toBe('svg')
})

it('writes bytes and rates with their units', () => {
  const memory: Series = {
    ...series,
    x: { label: 'working set', unit: 'bytes', scale: 'log' },
    y: { label: 'moved', unit: 'bytes/s', scale: 'linear' },
    points: [
      { line: 'cpu', x: 1e5, y: 2e10 },
      { line: 'cpu', x: 1e6, y: 1e10 },
    ],
  }
  const texts = [...seriesChart(Plot, memory, SPACE).querySelectorAll('text')].map((text) => text.textContent)
  expect(texts).toEqual(expect.arrayContaining(['100 kB', '1 MB', '10 GB/s', '20 GB/s', 'working set →', 'CPU']))
})
