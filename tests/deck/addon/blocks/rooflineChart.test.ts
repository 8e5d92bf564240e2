import * as Plot from '@observablehq/plot'
import { expect, it } from 'vitest'
import { dotsOf, isRoofline } from '../../../../addons/jaxlive/blocks/rooflineChart'
import { seriesChart } from '../../../../addons/jaxlive/blocks/seriesChart'
import type { Series } from '../../../../addons/jaxlive/rest/types'

const SPACE = { width: 800, height: 300, text: 16 }
const series: Series = {
  kind: 'series',
  label: 'under the roof',
  x: { label: 'arithmetic intensity', unit: 'FLOP/byte', scale: 'log' },
  y: { label: 'rate', unit: 'FLOP/s', scale: 'log' },
  points: [
    { line: 'memory 50 GB/s', x: 0.1, y: 5e9 },
    { line: 'memory 50 GB/s', x: 20, y: 1e12 },
    { line: 'float32 1,000 GFLOP/s', x: 20, y: 1e12 },
    { line: 'float32 1,000 GFLOP/s', x: 1000, y: 1e12 },
    { line: 'jit small product', x: 10, y: 1e10 },
    { line: 'numpy small product', x: 10, y: 1e11 },
    { line: 'jit axpy', x: 0.2, y: null },
  ],
}

function texts(label: string): string[] {
  const svg = seriesChart(Plot, series, SPACE)
  return [...svg.querySelectorAll(`[aria-label="${label}"] text`)].map((text) => text.textContent ?? '')
}

it('is known by its units', () => {
  expect(isRoofline(series)).toBe(true)
  expect(isRoofline({ ...series, y: { ...series.y, unit: 's' } })).toBe(false)
})

it('has a dot for each finite point that is alone on its line', () => {
  expect(dotsOf(series).map(({ variant, text, colour }) => [variant, text, colour])).toEqual([
    ['jit', 'small product', 'var(--jit)'],
    ['numpy', 'small product', 'var(--numpy)'],
  ])
  expect(seriesChart(Plot, series, SPACE).querySelectorAll('[aria-label="dot"] path')).toHaveLength(2 * 2)
})

it('names variants in the legend, and roofs and functions in the chart, each once', () => {
  expect(texts('text').sort()).toEqual(['JAX jit', 'NumPy', 'float32 1,000 GFLOP/s', 'memory 50 GB/s', 'small product'])
})

it('has a shape of its own for the dots of each variant, and for the legend', () => {
  const dots = [...seriesChart(Plot, series, SPACE).querySelectorAll('[aria-label="dot"] path')]
  expect(new Set(dots.map((dot) => dot.getAttribute('fill')))).toEqual(new Set(['var(--jit)', 'var(--numpy)']))
  const symbols = dotsOf(series).map(({ symbol }) => symbol)
  expect(new Set(symbols).size).toBe(2)
})

it('has ticks at the decades, with prefixes of units', () => {
  expect(texts('x-axis tick label')).toEqual(['0.1', '1', '10', '100', '1K'])
  expect(texts('y-axis tick label')).toEqual(['10 G', '100 G', '1 T'])
})

it('can be drawn before the first point', () => {
  expect(seriesChart(Plot, { ...series, points: [] }, SPACE).tagName).toBe('svg')
})
