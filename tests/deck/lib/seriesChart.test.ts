import * as Plot from '@observablehq/plot'
import { expect, it } from 'vitest'
import { legendOf, seriesChart } from '../../../slides/lib/seriesChart'
import type { Series } from '../../../slides/rest/types'

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

it('colours variants as everywhere, and other lines by their place', () => {
  expect(legendOf(series)).toEqual([
    { line: 'jit', label: 'JAX jit', colour: 'var(--jit)' },
    { line: 'loss', label: 'loss', colour: 'var(--hue-2)' },
  ])
})

it('draws a dot for each finite point, with ticks at the decades', () => {
  const svg = seriesChart(Plot, series, 400, 200)
  expect(svg.querySelectorAll('[aria-label="dot"] circle')).toHaveLength(2)
  const ticks = [...svg.querySelectorAll('[aria-label$="tick label"] text')].map((text) => text.textContent)
  expect(ticks).toEqual(expect.arrayContaining(['1K', '10K', '100K', '1M', '10 µs', '100 µs', '1 ms']))
})

it('can be drawn before the first point', () => {
  expect(seriesChart(Plot, { ...series, points: [] }, 400, 200).tagName).toBe('svg')
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
  const texts = [...seriesChart(Plot, memory, 400, 200).querySelectorAll('text')].map((text) => text.textContent)
  expect(texts).toEqual(expect.arrayContaining(['100 kB', '1 MB', '10 GB/s', '20 GB/s', 'working set →']))
})
