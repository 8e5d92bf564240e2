import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import TimingsHeadline from '../../../../addons/jaxlive/blocks/TimingsHeadline.vue'
import DetailsPanel from '../../../../addons/jaxlive/card/DetailsPanel.vue'
import type { Control } from '../../../../addons/jaxlive/rest/types'
import { aRow, aRun, someTimings } from '../../runs'

vi.mock('@slidev/client', () => import('../../slidev'))

const control: Control = {
  ratio: 1.02,
  ci95: [0.9, 1.2],
  resolution: 1.2,
  drift: 1.001,
  drift_ci95: [0.99, 1.02],
  noisy: true,
}
const flags = ['Too noisy to tell eager from jit.', 'jit: half of the samples spread over 18% of the median.']

function details(timings = someTimings()) {
  const run = aRun({ blocks: [timings] })
  return mount(DetailsPanel, { props: { experiment: 'jit', params: {}, run } }).text()
}

it('says all that weakens the numbers, and the control and the load', () => {
  const text = details(someTimings({ control, flags, load_average: 1.26 }))
  for (const flag of flags) expect(text).toContain(flag)
  expect(text).toContain('control, late rounds over early ones: headline 1.020 (0.900 to 1.200)')
  expect(text).toContain('times 1.001 (0.990 to 1.020); resolution 20 %')
  expect(text).toContain('load average before: 1.3')
})

it('tells the five numbers of a compiled variant', () => {
  const compile = { repeats: 5, trace_s: 1e-3, lower_s: 2e-3, compile_s: 30e-3, first_run_s: 4e-3 }
  const text = details(someTimings({ rows: [aRow('jit', 84e-6, { compile })] }))
  expect(text).toContain(
    'JAX jit: trace 1 ms, lower 2 ms, compile 30 ms, first run 4 ms (medians of 5, from empty caches), then 84 µs a call',
  )
})

it('shows outliers, queued calls and cores beside the times', () => {
  const row = aRow('jit', 84e-6)
  row.latency.outliers = { low_severe: 0, low_mild: 1, high_mild: 2, high_severe: 1 }
  const text = details(someTimings({ rows: [{ ...row, throughput: row.latency, cores_used: 1.04 }] }))
  expect(text).toContain('4, 1 severe')
  expect(text).toContain('1.0 of 2')
  expect(text).toContain('queued, a call')
})

it('warns of noise beside the number', () => {
  const headline = mount(TimingsHeadline, { props: { block: someTimings({ control, flags }) } })
  expect(headline.get('.noisy').text()).toBe(flags[0])
})
