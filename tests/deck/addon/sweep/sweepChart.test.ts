import * as Plot from '@observablehq/plot'
import { expect, it } from 'vitest'
import type { Crossover, Point } from '../../../../addons/jaxlive/sweep/sweep'
import { sweepChart } from '../../../../addons/jaxlive/sweep/sweepChart'

const across = { label: 'array length', unit: 'elements', values: [1e3, 1e4, 1e5] }
const points: Point[] = [
  { variant: 'numpy', colour: 'var(--numpy)', x: 1e3, y: 1e-5, low: 0.9e-5, high: 1.2e-5, resolution: 1.01 },
  { variant: 'jit', colour: 'var(--jit)', x: 1e3, y: 4e-5, low: 3e-5, high: 5e-5, resolution: 1.01 },
  { variant: 'numpy', colour: 'var(--numpy)', x: 1e4, y: 1e-3, low: 0.9e-3, high: 1.2e-3, resolution: 1.01 },
  { variant: 'jit', colour: 'var(--jit)', x: 1e4, y: 1e-3, low: 0.9e-3, high: 1.2e-3, resolution: 1.01 },
]

function drawn(crossovers: Crossover[] = [], some = points) {
  return sweepChart(Plot, some, crossovers, across, { width: 800, height: 300, text: 16 })
}

function texts(svg: Element, label: string): string[] {
  return [...svg.querySelectorAll(`[aria-label="${label}"] text`)].map((text) => text.textContent ?? '')
}

it('draws a dot for each point, a line and a band for each variant, in its colour', () => {
  const svg = drawn()
  expect(svg.querySelectorAll('[aria-label="dot"] circle')).toHaveLength(4)
  for (const [mark, paint] of [
    ['line', 'stroke'],
    ['area', 'fill'],
  ]) {
    const paths = [...svg.querySelectorAll(`[aria-label="${mark}"] path`)]
    expect(paths.map((path) => path.getAttribute(paint ?? ''))).toEqual(['var(--numpy)', 'var(--jit)'])
  }
})

it('has the whole axis from the first point on', () => {
  expect(texts(drawn([], points.slice(0, 1)), 'x-axis tick label')).toEqual(['1K', '10K', '100K'])
})

it('names each line once, at its end, names of lines that meet one above the other', () => {
  const svg = drawn()
  const names = [...svg.querySelectorAll('[aria-label="text"] text')]
  expect(names.map((name) => name.textContent)).toEqual(['NumPy', 'JAX jit'])
  const ys = names.map((name) => Number(/,([\d.]+)\)/.exec(name.getAttribute('transform') ?? '')?.[1]))
  expect(Math.abs((ys[1] ?? 0) - (ys[0] ?? 0))).toBeGreaterThanOrEqual(17)
})

it('marks where the lead changes', () => {
  const svg = drawn([
    { x: 2e3, variant: 'torch' },
    { x: 5e4, variant: 'jit' },
  ])
  expect(svg.querySelectorAll('[aria-label="rule"][stroke-dasharray] line')).toHaveLength(2)
  expect(texts(svg, 'text')).toEqual(
    expect.arrayContaining(['PyTorch ahead from 2K elements', 'JAX jit ahead from 50K elements']),
  )
})
