import * as Plot from '@observablehq/plot'
import { expect, it } from 'vitest'
import { timingsChart } from '../../../slides/lib/timingsChart'
import { aRow, someTimings } from '../runs'

function drawn(rows = someTimings().rows) {
  return timingsChart(Plot, rows, 480, 200)
}

it('draws a bar for each row, a dot for each sample, and the medians in text', () => {
  const svg = drawn()
  expect(svg.querySelectorAll('[aria-label="rect"] rect')).toHaveLength(3)
  expect(svg.querySelectorAll('[aria-label="dot"] circle')).toHaveLength(15)
  expect(svg.textContent).toContain('84 ms')
  expect(svg.textContent).toContain('JAX eager')
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
