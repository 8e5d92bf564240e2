import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import Claim from '../../../../addons/jaxlive/components/Claim.vue'
import type { Ratio, Run } from '../../../../addons/jaxlive/rest/types'
import { aPrediction } from '../../room'
import { aRun, someTimings } from '../../runs'
import { Stream } from '../../stream'

/** What was recorded; the files of the project are not for these tests. */
let recorded: Run | undefined
vi.mock('../../../../addons/jaxlive/runs/recordings', () => ({ newestRecording: async () => recorded }))

function measured(median: number, change: Partial<Run> = {}): Run {
  const ratios: Ratio[] = [
    { of: 'eager', over: 'jit', median, ci95: [median, median], resolution: 1.02, outcome: 'faster' },
  ]
  return aRun({ blocks: [someTimings({ ratios })], ...change })
}

async function claim(...runs: Run[]) {
  const wrapper = mount(Claim, { props: { of: 'jit', metric: 'ratios.eager/jit', atLeast: '2' } })
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs })
  await flushPromises()
  return wrapper
}

beforeEach(() => {
  recorded = undefined
  vi.stubGlobal('EventSource', Stream)
})

enableAutoUnmount(afterEach)

it('is a dash before the first run', async () => {
  const wrapper = await claim(measured(3, { experiment: 'grad' }))
  expect(wrapper.text()).toBe('–')
  expect(wrapper.attributes('title')).toBe('jit: not run yet')
})

it('follows the newest run that is done', async () => {
  const runs = [measured(3, { id: 'r1' }), measured(4.25, { id: 'r2' }), measured(9, { id: 'r3', status: 'running' })]
  const wrapper = await claim(...runs)
  expect(wrapper.text()).toBe('4.3×')
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [measured(5)] })
  await flushPromises()
  expect(wrapper.text()).toBe('5.0×')
  expect(wrapper.classes()).not.toContain('broken')
})

it('passes over a newer run that does not have the number', async () => {
  const wrapper = await claim(measured(3, { id: 'r1' }), aRun({ id: 'r2', blocks: [] }))
  expect(wrapper.text()).toBe('3.0×')
})

it('is marked, and read out, when it does not hold', async () => {
  const wrapper = await claim(measured(1.5))
  expect(wrapper.classes()).toContain('broken')
  expect(wrapper.text()).toBe('1.5× (fails: the slide says at least 2)')
  expect(wrapper.attributes('title')).toBe('jit, live: the slide says at least 2')
})

it('shows the recording until there is a run', async () => {
  recorded = measured(7, { source: 'recorded' })
  const wrapper = await claim()
  expect(wrapper.text()).toBe('7.0×')
  expect(wrapper.attributes('title')).toBe('jit, recorded')
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [measured(3)] })
  await flushPromises()
  expect(wrapper.attributes('title')).toBe('jit, live')
})

it('does not count edited code', async () => {
  const wrapper = await claim(measured(3), measured(9, { id: 'r2', edited: { code: '', difference: '' } }))
  expect(wrapper.text()).toBe('3.0×')
})

it('is not told while the room is asked for it', async () => {
  const wrapper = await claim(measured(3))
  for (const [state, text] of [
    ['open', '?'],
    ['closed', '?'],
    ['revealed', '3.0×'],
  ] as const) {
    Stream.opened[0]?.say({ type: 'prediction', prediction: aPrediction({ state }) })
    await flushPromises()
    expect(wrapper.text()).toBe(text)
  }
})
