import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import { asks } from '../../request'

const focus = ref<string>()
const nav = { isPresenter: ref(true), currentSlideNo: ref(3), clicks: ref(0) }
const link = ref('live')
const rights = ref({ run: true, cancel: true, steer: true })
vi.mock('@slidev/client', () => ({ useNav: () => nav }))
vi.mock('../../../../addons/jaxlive/runs/useRuns', () => ({ useRuns: () => ({ link }) }))
vi.mock('../../../../addons/jaxlive/deck/useFocus', () => ({ useFocus: () => ({ focus }) }))
vi.mock('../../../../addons/jaxlive/runs/useRights', () => ({ useRights: () => rights }))

const { lit } = await import('../../../../addons/jaxlive/program/useLight')
const { useSteering } = await import('../../../../addons/jaxlive/deck/useSteering')

/** What the server was told, in order, and how it answers each. */
let told: unknown[]
let answers: ((response: Response) => void)[]
let scope: ReturnType<typeof effectScope>

async function answer(status = 200, body = '{}') {
  answers.shift()?.(new Response(body, { status }))
  await flushPromises()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
  told = []
  answers = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, path, body } = await asks(request)
    told.push(body)
    expect(`${method} ${path}`).toBe('PUT /api/deck')
    return new Promise((resolve) => answers.push(resolve))
  })
  nav.isPresenter.value = true
  nav.currentSlideNo.value = 3
  link.value = 'live'
  focus.value = undefined
  lit.value = undefined
  rights.value = { run: true, cancel: true, steer: true }
  scope = effectScope()
})

afterEach(() => scope.stop())

describe('steering', () => {
  it('tells where it is, one at a time, and last of all where it is now', async () => {
    scope.run(useSteering)
    await flushPromises()
    nav.currentSlideNo.value = 4
    await flushPromises()
    nav.currentSlideNo.value = 5
    await flushPromises()
    expect(told).toEqual([{ page: 3, clicks: 0, black: false }])
    await answer()
    await answer()
    await answer()
    expect(told).toEqual([
      { page: 3, clicks: 0, black: false },
      { page: 5, clicks: 0, black: false },
    ])
  })

  it.each([
    ['a refusal', 503, '{}'],
    ['an answer that is none', 200, 'a page of a proxy'],
  ])('tells again every 10 s, also after %s, and not at once', async (_, status, body) => {
    scope.run(useSteering)
    await flushPromises()
    nav.currentSlideNo.value = 6
    await answer(status, body)
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10_000)
    await flushPromises()
    expect(told[1]).toEqual({ page: 6, clicks: 0, black: false })
    await answer()
    await vi.advanceTimersByTimeAsync(10_000)
    await flushPromises()
    expect(told).toHaveLength(3)
  })

  it.each([
    ['of the audience', () => (nav.isPresenter.value = false)],
    ['without the right', () => (rights.value = { ...rights.value, steer: false })],
    ['whose server is away', () => (link.value = 'away')],
  ])('a window %s tells nothing', async (_, set) => {
    set()
    scope.run(useSteering)
    nav.currentSlideNo.value = 9
    await flushPromises()
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([])
  })

  it('tells what is large, and a light of this slide, a handful a second', async () => {
    scope.run(useSteering)
    await answer()
    focus.value = 'result'
    await answer()
    expect(told.at(-1)).toEqual({ page: 3, clicks: 0, black: false, focus: 'result' })
    await answer()
    for (let source = 1; source <= 50; source++) {
      lit.value = { page: 3, light: { source, stage: 'hlo', pinned: false } }
      await vi.advanceTimersByTimeAsync(20)
      await answer()
    }
    expect(told.length).toBeLessThan(10)
    await vi.advanceTimersByTimeAsync(200)
    await answer()
    expect(told.at(-1)).toMatchObject({ focus: 'result', light: { source: 50, stage: 'hlo', pinned: false } })
    nav.currentSlideNo.value = 4
    await answer()
    expect(told.at(-1)).toEqual({ page: 4, clicks: 0, black: false, focus: 'result' })
  })

  it('tells the place when the server is back', async () => {
    link.value = 'away'
    scope.run(useSteering)
    link.value = 'live'
    await flushPromises()
    expect(told).toEqual([{ page: 3, clicks: 0, black: false }])
  })
})
