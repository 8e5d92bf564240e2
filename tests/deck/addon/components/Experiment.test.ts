import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRouter, createWebHistory } from 'vue-router'
import { cardOn, isAdjusted } from '../../../../addons/jaxlive/card/useCards'
import Experiment from '../../../../addons/jaxlive/components/Experiment.vue'
import { linked } from '../../../../addons/jaxlive/deck/permalink'
import type { ExperimentInfo, Health, Run } from '../../../../addons/jaxlive/rest/types'
import { asks } from '../../request'
import { aRun, printed, someTimings } from '../../runs'
import { Stream } from '../../stream'

vi.mock('@slidev/client', () => import('../../slidev'))

/** What was recorded of any experiment; the files of the project are not for these tests. */
let recorded: Run | undefined
vi.mock('../../../../addons/jaxlive/runs/recordings', () => ({
  isRecorded: () => recorded !== undefined,
  newestRecording: async () => recorded,
  quotedFigures: async () => undefined,
}))

const info: ExperimentInfo = {
  name: 'jit',
  title: 'One kernel instead of six',
  section: 'Compilation',
  summary: 'What jit saves.',
  params: { properties: { array_length: { type: 'integer', default: 1000, minimum: 10, maximum: 100_000 } } },
  variants: [],
  source: { path: 'experiments/compilation/jit.py', code: '', first_line: 1 },
  typical_seconds: 3,
  needs: [],
}
const problem = {
  type: 'about:blank',
  title: 'Crash',
  status: 500,
  detail: 'The worker died.',
  errors: [],
  log: ['SIGSEGV'],
}

const RUN_OR_CANCEL = 'button.act'

/** What the server was asked for, in order. */
let asked: { method: string; path: string; body: unknown }[]
let refusal: typeof problem | null
let rights: Pick<Health, 'may_run' | 'may_cancel' | 'may_edit' | 'containment'>

async function answer(request: Request) {
  const asking = await asks(request)
  const { method, path } = asking
  asked.push(asking)
  if (method === 'POST' && refusal) {
    return new Response(JSON.stringify({ ...refusal, errors: undefined, log: undefined }), {
      status: 422,
      headers: { 'content-type': 'application/problem+json' },
    })
  }
  if (path === '/api/health') return Response.json(rights)
  return Response.json(method === 'GET' ? info : aRun())
}

/** A server that answers again is asked what may be done. */
async function grant(change: Partial<typeof rights>) {
  rights = { ...rights, ...change }
  Stream.opened[0]?.breakOff(1)
  await flushPromises()
  await tell()
}

function tell(...runs: Run[]) {
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs })
  return flushPromises()
}

async function card(props = {}, global = {}) {
  const wrapper = mount(Experiment, { props: { name: 'jit', ...props }, attachTo: document.body, global })
  await tell()
  return wrapper
}

beforeEach(() => {
  linked.value = undefined
  asked = []
  refusal = null
  recorded = undefined
  rights = { may_run: true, may_cancel: true, may_edit: false, containment: null }
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', answer)
})

enableAutoUnmount(afterEach)

describe('Experiment', () => {
  it('says before the first run what would run', async () => {
    const wrapper = await card()
    expect(wrapper.attributes()).toMatchObject({ 'data-experiment': 'jit', 'data-state': 'idle' })
    expect(wrapper.text()).toContain('What jit saves.')
  })

  it.each<[Partial<Run>, string]>([
    [{ status: 'queued', position: 1 }, 'queued, 1 ahead'],
    [{ status: 'running', finished_at: null, blocks: [printed('out', 'half')] }, 'half'],
    [{ status: 'done', blocks: [printed('out', 'whole')] }, 'whole'],
    [{ status: 'failed', problem }, 'The worker died.'],
    [{ status: 'timed_out', problem }, 'SIGSEGV'],
    [{ status: 'cancelled' }, 'cancelled'],
  ])('shows %o', async (change, words) => {
    const wrapper = await card()
    await tell(aRun(change))
    expect(wrapper.attributes('data-state')).toBe(change.status)
    expect(wrapper.text()).toContain(words)
  })

  it('runs with its parameters, the pinned ones among them', async () => {
    const wrapper = await card({ params: { device: 'cpu' } })
    await wrapper.get('input[type=number]').setValue(5000)
    await wrapper.get(RUN_OR_CANCEL).trigger('click')
    await flushPromises()
    expect(asked.at(-1)).toEqual({
      method: 'POST',
      path: '/api/runs',
      body: { experiment: 'jit', params: { array_length: 5000, device: 'cpu' }, keep: false },
    })
  })

  it('takes the parameters of a permalink, after those of the newest run', async () => {
    linked.value = { name: 'jit', query: { array_length: '7000', unknown: '1' } }
    const wrapper = await card()
    await tell(aRun({ params: { array_length: 3000 } }))
    const field = () => wrapper.get<HTMLInputElement>('input[type=number]').element.value
    expect(field()).toBe('3000')
    linked.value = { name: 'jit', query: { array_length: '8000' } }
    await flushPromises()
    expect(field()).toBe('8000')
    linked.value = { name: 'grad', query: { array_length: '9000' } }
    await flushPromises()
    expect(field()).toBe('8000')
  })

  it('copies its permalink with the parameters that it is set to', async () => {
    const $router = createRouter({ history: createWebHistory(), routes: [{ path: '/:no', component: {} }] })
    const wrapper = await card({ params: { device: 'cpu' } }, { mocks: { $router } })
    await wrapper.get('input[type=number]').setValue(5000)
    await wrapper.get('button.share').trigger('click')
    await flushPromises()
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/jit?array_length=5000&device=cpu`)
    expect(wrapper.get('button.share').attributes('aria-label')).toBe('Link copied')
  })

  it('gives the keys back to the deck after a click', async () => {
    const wrapper = await card()
    const button = wrapper.get<HTMLButtonElement>(RUN_OR_CANCEL)
    button.element.focus()
    await button.trigger('click')
    expect(document.activeElement).toBe(document.body)
  })

  it('offers an audience neither Run nor Cancel, by button or by key', async () => {
    const wrapper = await card()
    await grant({ may_run: false, may_cancel: false })
    const button = () => wrapper.get<HTMLButtonElement>(RUN_OR_CANCEL).element
    expect(button().disabled).toBe(true)
    expect(button().title).toContain('watching')
    cardOn(3)?.start()
    await wrapper.get('input[type=number]').trigger('keydown', { key: 'Enter' })
    await tell(aRun({ status: 'running', finished_at: null }))
    expect(button().textContent?.trim()).toBe('Cancel')
    expect(button().disabled).toBe(true)
    cardOn(3)?.cancel()
    await flushPromises()
    expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
    await grant({ may_run: true, may_cancel: true })
  })

  it('runs edited code where it may, and says how the code of a result stands to it', async () => {
    const wrapper = await card()
    await grant({ may_edit: true, containment: 'limits' })
    await tell(aRun())
    Stream.opened[0]?.say({ type: 'edit', experiment: 'jit', code: 'edited' })
    await flushPromises()
    expect(wrapper.get('.card-bar').text()).toContain('before the edit')
    await wrapper.get(RUN_OR_CANCEL).trigger('click')
    await flushPromises()
    expect(asked.at(-1)?.body).toMatchObject({ experiment: 'jit', code: 'edited' })
    await tell(aRun(), aRun({ id: 'r2', edited: { code: 'edited', difference: '' } }))
    Stream.opened[0]?.say({ type: 'edit', experiment: 'jit', code: 'edited' })
    await flushPromises()
    expect(wrapper.get('.card-bar').text()).toContain('edited code')
    await grant({ may_edit: false })
    Stream.opened[0]?.say({ type: 'edit', experiment: 'jit', code: 'edited' })
    await flushPromises()
    expect(wrapper.get<HTMLButtonElement>(RUN_OR_CANCEL).element.disabled).toBe(true)
    await grant({ containment: null })
  })

  it('cancels the run that it shows', async () => {
    const wrapper = await card()
    await tell(aRun({ id: 'r7', status: 'running', finished_at: null }))
    await wrapper.get(RUN_OR_CANCEL).trigger('click')
    await flushPromises()
    expect(asked.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/runs/r7' })
  })

  it('shows why a run was refused, until another run is there', async () => {
    refusal = { ...problem, detail: 'array_length must be at most 100000.' }
    const wrapper = await card()
    await wrapper.get(RUN_OR_CANCEL).trigger('click')
    await flushPromises()
    expect(wrapper.attributes('data-state')).toBe('failed')
    expect(wrapper.text()).toContain('must be at most 100000')
    await tell(aRun({ id: 'r8' }))
    expect(wrapper.attributes('data-state')).toBe('done')
  })

  it('keeps the results in sight while the server is away', async () => {
    const wrapper = await card()
    await tell(aRun({ blocks: [printed('out', 'whole')] }))
    Stream.opened[0]?.breakOff(0)
    await flushPromises()
    expect(wrapper.attributes('data-state')).toBe('away')
    expect(wrapper.text()).toContain('whole')
    expect(wrapper.get(RUN_OR_CANCEL).attributes()).toHaveProperty('disabled')
  })

  it('shows the parameters of the newest run, whoever started it', async () => {
    const wrapper = await card()
    await tell(aRun({ params: { array_length: 777 } }))
    expect(wrapper.get<HTMLInputElement>('input[type=number]').element.value).toBe('777')
  })

  it.each([
    ['as it was', [aRun({ params: { array_length: 777 } })]],
    ['without a run', []],
  ])('keeps what is set and not run, and a refusal, when the server is back %s', async (_, known) => {
    refusal = { ...problem, detail: 'array_length must be at most 4000.' }
    const wrapper = await card()
    await tell(aRun({ params: { array_length: 777 } }))
    await wrapper.get('input[type=number]').setValue(5000)
    await wrapper.get(RUN_OR_CANCEL).trigger('click')
    await flushPromises()
    Stream.opened[0]?.breakOff(0)
    await flushPromises()
    await tell(...known)
    expect(wrapper.get<HTMLInputElement>('input[type=number]').element.value).toBe('5000')
    expect(wrapper.attributes('data-state')).toBe('failed')
    expect(wrapper.text()).toContain('must be at most 4000')
  })

  it('keeps a table behind the chart, and the details behind a button', async () => {
    const wrapper = await card({ show: 'timings' })
    await tell(aRun({ blocks: [someTimings(), printed('out')] }))
    expect(wrapper.get('[data-block=timings] table').text()).toContain('JAX eager')
    expect(wrapper.find('[role=tab]').exists()).toBe(false)
    await wrapper.get('button.details').trigger('click')
    expect(wrapper.text()).toContain('curl -X POST')
  })

  it('says whether something was chosen on it that is known nowhere else', async () => {
    const wrapper = await card()
    await tell(aRun({ blocks: [printed('out', 'whole')] }))
    expect(isAdjusted(3)).toBe(false)
    await wrapper.get('input[type=number]').setValue(5000)
    expect(isAdjusted(3)).toBe(true)
    await tell(aRun({ id: 'next', params: { array_length: 5000 } }))
    expect(isAdjusted(3)).toBe(false)
    cardOn(3)?.toggleDetails()
    expect([isAdjusted(3), isAdjusted(4)]).toEqual([true, false])
    cardOn(3)?.toggleDetails()
    expect(isAdjusted(3)).toBe(false)
    await wrapper.get('.view').trigger('click')
    expect(isAdjusted(3)).toBe(true)
  })

  it('can be reached by the keys of its slide only', async () => {
    const wrapper = await card()
    cardOn(3)?.start()
    await flushPromises()
    expect(asked.at(-1)?.method).toBe('POST')
    expect(cardOn(4)).toBeUndefined()
    wrapper.unmount()
    expect(cardOn(3)).toBeUndefined()
  })
})

describe('Experiment with a recording', () => {
  const environment = { machine: 'vm-2-cores', devices: [] } as unknown as Run['environment']
  const rehearsed = aRun({ id: 'then', source: 'recorded', environment, blocks: [printed('out', 'rehearsed')] })
  const label = 'recorded on vm-2-cores, 2026-11-20'

  beforeEach(() => {
    recorded = rehearsed
  })

  it('is idle while the server is there', async () => {
    const wrapper = await card()
    expect(wrapper.text()).not.toContain(label)
    expect(wrapper.text()).toContain('What jit saves.')
  })

  it('shows it while the server is away', async () => {
    const wrapper = await card()
    Stream.opened[0]?.breakOff(0)
    await flushPromises()
    expect(wrapper.text()).toContain(label)
    expect(wrapper.text()).toContain('rehearsed')
    expect(wrapper.get('.card-bar').text()).toContain('server away')
    await tell()
    expect(wrapper.text()).not.toContain(label)
  })

  it('shows it when a run failed, and the failure at the key l', async () => {
    const wrapper = await card()
    await tell(aRun({ status: 'failed', problem }))
    await flushPromises()
    expect(wrapper.text()).toContain(label)
    expect(wrapper.get('.card-bar').text()).toContain('failed')
    cardOn(3)?.toggleRecording?.()
    await flushPromises()
    expect(wrapper.text()).not.toContain(label)
    expect(wrapper.text()).toContain('The worker died.')
  })

  it('shows it while a run is late, until the result is there', async () => {
    const wrapper = await card()
    const started_at = new Date(Date.now() - 11_500).toISOString()
    await tell(aRun({ status: 'running', started_at, finished_at: null, blocks: [printed('out', 'half')] }))
    await flushPromises()
    expect(wrapper.text()).toContain(label)
    expect(wrapper.get('.card-bar').text()).toContain('running, 11')
    await tell(aRun({ blocks: [printed('out', 'whole')] }))
    expect(wrapper.text()).not.toContain(label)
    expect(wrapper.text()).toContain('whole')
  })

  it('toggles by a quiet button, for an audience too, until another run is there', async () => {
    const wrapper = await card()
    await tell(aRun({ blocks: [printed('out', 'whole')] }))
    const button = wrapper.get('button.recording')
    await button.trigger('click')
    await flushPromises()
    expect(button.attributes('aria-pressed')).toBe('true')
    expect(wrapper.text()).toContain(label)
    expect(wrapper.get('[role=status]').text()).toBe(`Done. You see a run ${label}.`)
    await tell(aRun({ id: 'r2', blocks: [printed('out', 'anew')] }))
    expect(button.attributes('aria-pressed')).toBe('false')
    expect(wrapper.text()).toContain('anew')
  })

  it('names the parameters that are not those of the form', async () => {
    const wrapper = await card()
    await wrapper.get('input[type=number]').setValue(5000)
    await wrapper.get('button.recording').trigger('click')
    await flushPromises()
    expect(wrapper.text()).toContain('array\u00a0length\u00a01000')
  })

  it('leaves a refused parameter to be mended', async () => {
    refusal = problem
    const wrapper = await card()
    await wrapper.get(RUN_OR_CANCEL).trigger('click')
    await flushPromises()
    expect(wrapper.text()).toContain('The worker died.')
  })
})
