import * as Plot from '@observablehq/plot'
import { expect, it } from 'vitest'
import { timingsChart } from '../../../../addons/jaxlive/blocks/timingsChart'
import { aRow, someTimings } from '../../runs'

function drawn(rows = someTimings().rows, text = 16) {
  return timingsChart(Plot, rows, { width: 480, height: 200, text })
}

/** Two bars, one so many times the other. */
function apart(factor: number) {
  return drawn([aRow('jit', 1e-3), aRow('eager', factor * 1e-3)])
}

function bars(svg: Element) {
  return [...svg.querySelectorAll('[aria-label="rect"] rect')].map((bar) => ({
    start: Number(bar.getAttribute('x')),
    width: Number(bar.getAttribute('width')),
  }))
}

function ticks(svg: Element) {
  return [...svg.querySelectorAll('[aria-label="x-axis tick label"] text')].map((text) => text.textContent)
}

it('draws a bar for each row, a dot for each sample, and the medians in text', () => {
  const svg = drawn()
  expect(svg.querySelectorAll('[aria-label="rect"] rect')).toHaveLength(3)
  expect(svg.querySelectorAll('[aria-label="dot"] circle')).toHaveLength(15)
  expect(svg.textContent).toContain('84 ms')
  for (const name of ['NumPy', 'JAX eager', 'JAX jit']) expect(svg.textContent).toContain(name)
})

it('gives each framework its colour', () => {
  const fills = [...drawn().querySelectorAll('[aria-label="rect"] rect')].map((bar) => bar.getAttribute('fill'))
  expect(fills).toEqual(['var(--numpy)', 'var(--eager)', 'var(--jit)'])
})

it('keeps a far sample at the edge, hollow, instead of squashing the rest', () => {
  const row = aRow('jit', 0.1)
  row.latency.samples_s = [0.1, 0.1, 5]
  const hollow = drawn([row]).querySelectorAll(
    '[aria-label="dot"] circle[fill="var(--surface)"], [aria-label="dot"][fill="var(--surface)"] circle',
  )
  expect(hollow).toHaveLength(1)
})

it('starts at zero up to 20 times apart, and bars are as long as their times', () => {
  const svg = apart(20)
  const [short, long] = bars(svg)
  expect((long?.width ?? 0) / (short?.width ?? 1)).toBeCloseTo(20, 3)
  expect(ticks(svg)[0]).toBe('0')
  expect(svg.textContent).not.toContain('log')
})

it('is logarithmic beyond, says so, and bars start at its left end', () => {
  const svg = apart(21)
  const [short, long] = bars(svg)
  expect(short?.start).toBe(long?.start)
  expect(short?.width).toBeGreaterThan(20)
  expect((long?.width ?? 0) / (short?.width ?? 1)).toBeLessThan(10)
  expect(ticks(svg)).toEqual(['1 ms', '10 ms'])
  expect(svg.textContent).toContain('log')
})

it('is lettered as large as it is told, with the room that this takes', () => {
  const [small, large] = [drawn(undefined, 16), drawn(undefined, 20)]
  expect([small, large].map((svg) => (svg as SVGElement).style.fontSize)).toEqual(['16px', '20px'])
  expect(bars(large)[0]?.start).toBeGreaterThan(bars(small)[0]?.start ?? 0)
  expect([...large.querySelectorAll('text[font-size], g[font-size]')]).toEqual([])
})
