import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cardOn } from '../../../../addons/jaxlive/card/useCards'
import Sweep from '../../../../addons/jaxlive/components/Sweep.vue'
import type { Parameters, Run } from '../../../../addons/jaxlive/rest/types'
import { asks } from '../../request'
import { aRow, aRun, someTimings } from '../../runs'
import { Stream } from '../../stream'

vi.mock('@slidev/client', () => import('../../slidev'))

/** What was recorded of any experiment; the files of the project are not for these tests. */
let recorded: Run | undefined
vi.mock('../../../../addons/jaxlive/runs/recordings', () => ({
  newestRecording: async (_: string, { array_length }: Parameters) => (array_length === 1000 ? recorded : undefined),
}))

const VALUES = [1000, 10_000]
const info = {
  name: 'jit',
  title: 'One kernel instead of six',
  summary: 'What jit saves.',
  params: {
    properties: {
      array_length: { type: 'integer', default: 5000, unit: 'elements' },
      device: { default: 'auto', enum: ['auto', 'cpu'] },
    },
  },
  source: { path: 'experiments/compilation/jit.py', code: '', first_line: 1 },
  typical_seconds: 3,
}

/** What the server was asked for, in order. */
let asked: string[]
let refusal: object | undefined

async function answer(request: Request) {
  const { method, path, body } = await asks(request)
  if (method !== 'GET') asked.push(`${method} ${path} ${JSON.stringify(body) ?? ''}`.trim())
  if (path === '/api/health') return Response.json({ may_run: true, may_cancel: true })
  if (method === 'POST' && refusal)
    return new Response(JSON.stringify(refusal), {
      status: 422,
      headers: { 'content-type': 'application/problem+json' },
    })
  return Response.json(method === 'GET' ? info : aRun())
}

/** A run at a value, in which jit overtakes NumPy between the two values. */
function runAt(array_length: number, change: Partial<Run> = {}): Run {
  const rows = [aRow('numpy', array_length * 1e-9, { framework: 'numpy' }), aRow('jit', 3e-6)]
  return aRun({
    id: `r${array_length}`,
    params: { array_length, device: 'auto' },
    blocks: [someTimings({ rows })],
    ...change,
  })
}

function tell(...runs: Run[]) {
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs })
  return flushPromises()
}

async function card() {
  const wrapper = mount(Sweep, {
    props: { name: 'jit', over: 'array_length', values: VALUES },
    attachTo: document.body,
  })
  await tell()
  return wrapper
}

beforeEach(() => {
  asked = []
  refusal = undefined
  recorded = undefined
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', answer)
})

enableAutoUnmount(afterEach)

it('says before the first run what would run', async () => {
  const wrapper = await card()
  expect(wrapper.attributes()).toMatchObject({ 'data-sweep': 'jit', 'data-state': 'idle' })
  expect(wrapper.text()).toContain('array length from 1K to 10K, in 2 runs')
  expect(wrapper.text()).toContain('about 6 s')
})

it('queues a run at each value, the other parameters at their defaults', async () => {
  await card()
  cardOn(3)?.start()
  await flushPromises()
  expect(asked).toEqual(
    VALUES.map(
      (value) => `POST /api/runs {"experiment":"jit","params":{"array_length":${value},"device":"auto"},"keep":false}`,
    ),
  )
})

it('cancels what waits before what runs, so that nothing begins', async () => {
  await card()
  await tell(runAt(1000, { status: 'running' }), runAt(10_000, { status: 'queued' }))
  cardOn(3)?.cancel()
  await flushPromises()
  expect(asked).toEqual(['DELETE /api/runs/r10000', 'DELETE /api/runs/r1000'])
})

it('grows point by point, and says who gets ahead where', async () => {
  const wrapper = await card()
  await tell(runAt(1000), runAt(10_000, { status: 'running', blocks: [] }))
  expect(wrapper.attributes('data-state')).toBe('running')
  expect(wrapper.findAll('tbody tr')).toHaveLength(1)
  expect(wrapper.get('[role=status]').text()).toBe('Running. run 2 of 2.')
  await tell(runAt(1000), runAt(10_000))
  expect(wrapper.attributes('data-state')).toBe('done')
  expect(wrapper.findAll('tbody tr')).toHaveLength(2)
  expect(wrapper.get('[role=status]').text()).toMatch(/^Done. 2 of 2 points. JAX jit ahead from 3K elements.$/)
})

it('counts no run of edited code, on another device, or at another value', async () => {
  const wrapper = await card()
  await tell(
    runAt(1000, { edited: { code: 'a', difference: '' } }),
    runAt(10_000, { params: { array_length: 10_000, device: 'cpu' } }),
    runAt(5000),
  )
  expect(wrapper.attributes('data-state')).toBe('idle')
  expect(wrapper.find('tbody').exists()).toBe(false)
})

it('keeps the other points when a run fails, and says why it did', async () => {
  const wrapper = await card()
  const problem = { type: 'about:blank', title: 'Crash', status: 500, detail: 'It died.', errors: [], log: [] }
  await tell(runAt(1000), runAt(10_000, { status: 'failed', blocks: [], problem }))
  expect(wrapper.attributes('data-state')).toBe('failed')
  expect(wrapper.findAll('tbody tr')).toHaveLength(1)
  expect(wrapper.get('.problem').text()).toBe('Crash: It died.')
})

it('stops at a value that the server refuses', async () => {
  const wrapper = await card()
  refusal = { title: 'Bad parameters', detail: 'array_length: got 1000, expected at least 5000' }
  cardOn(3)?.start()
  await flushPromises()
  expect(asked).toHaveLength(1)
  expect(wrapper.attributes('data-state')).toBe('failed')
  expect(wrapper.text()).toContain('expected at least 5000')
})

it('shows the numbers when asked', async () => {
  const wrapper = await card()
  await tell(runAt(1000))
  expect(wrapper.get('.numbers').classes()).toContain('visually-hidden')
  cardOn(3)?.toggleDetails()
  await flushPromises()
  expect(wrapper.get('.numbers').classes()).not.toContain('visually-hidden')
})

it('shows recorded points while the server is away, if no other', async () => {
  const wrapper = await card()
  recorded = runAt(1000, { source: 'recorded' })
  Stream.opened[0]?.breakOff(0)
  await flushPromises()
  expect(wrapper.attributes('data-state')).toBe('away')
  expect(wrapper.text()).toContain('recorded on')
  expect(wrapper.findAll('tbody tr')).toHaveLength(1)
  await tell()
  expect(wrapper.find('tbody').exists()).toBe(false)
  await tell(runAt(1000), runAt(10_000))
  Stream.opened[0]?.breakOff(0)
  await flushPromises()
  expect(wrapper.text()).not.toContain('recorded on')
  expect(wrapper.findAll('tbody tr')).toHaveLength(2)
})
