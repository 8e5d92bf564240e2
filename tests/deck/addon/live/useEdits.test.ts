import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'
import type { Edit } from '../../../../addons/jaxlive/rest/types'
import { asks } from '../../request'

const edits = ref<Record<string, string>>({})
const link = ref('live')
const rights = ref({ containment: 'limits' })
vi.mock('../../../../addons/jaxlive/runs/useRuns', () => ({ useRuns: () => ({ edits, link }) }))
vi.mock('../../../../addons/jaxlive/runs/useRights', () => ({ useRights: () => rights }))

/** What the server was told, in order, and how it answers each. */
let told: [string, unknown][]
let answers: ((response: Response) => void)[]
let shared: ReturnType<typeof import('../../../../addons/jaxlive/live/useEdits').useEdits>

async function put(experiment: string, code: string | null) {
  shared.put(experiment, code)
  await flushPromises()
}

async function answer(status = 200, body = '{}') {
  answers.shift()?.(new Response(body, { status }))
  await flushPromises()
  await vi.advanceTimersByTimeAsync(150)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  told = []
  answers = []
  edits.value = {}
  link.value = 'live'
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, path, body } = await asks(request)
    told.push([`${method} ${path}`, body && (body as Edit).code])
    return new Promise((resolve) => answers.push(resolve))
  })
  vi.resetModules()
  shared = (await import('../../../../addons/jaxlive/live/useEdits')).useEdits()
})

describe('edits', () => {
  it('shows what is typed at once, and tells it one at a time, the last word last', async () => {
    for (const code of ['a', 'ab', 'abc']) await put('jit', code)
    expect(shared.codeOf('jit')).toBe('abc')
    expect(told).toEqual([['PUT /api/edits/jit', 'a']])
    await answer()
    await put('jit', 'abcd')
    await answer()
    await answer()
    expect(told.map(([, code]) => code)).toEqual(['a', 'abc', 'abcd'])
  })

  it('waits a little between two words', async () => {
    await put('jit', 'a')
    answers.shift()?.(new Response('{}'))
    await flushPromises()
    await put('jit', 'ab')
    await vi.advanceTimersByTimeAsync(149)
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toHaveLength(2)
  })

  it('lets nothing from elsewhere over what is typed, until the editor loses the focus', async () => {
    shared.hold('jit')
    await put('jit', 'mine')
    edits.value = { jit: 'theirs' }
    await answer()
    expect(shared.codeOf('jit')).toBe('mine')
    shared.release('jit')
    expect(shared.codeOf('jit')).toBe('theirs')
  })

  it('tells what is typed while the server is away when it is back', async () => {
    await put('jit', 'a')
    await answer(503)
    shared.release('jit')
    expect(shared.codeOf('jit')).toBe('a')
    link.value = 'away'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toHaveLength(1)
    link.value = 'live'
    await flushPromises()
    expect(told.map(([, code]) => code)).toEqual(['a', 'a'])
  })

  it.each([
    [503, '{}'],
    [200, 'a page of a proxy'],
  ])('tells again what got %i, by itself', async (status, body) => {
    await put('jit', 'a')
    await answer(status, body)
    await put('grad', 'b')
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    await answer()
    await answer()
    expect(told.map(([, code]) => code)).toEqual(['a', 'a', 'b'])
    expect(shared.refusalOf('jit')).toBeUndefined()
  })

  it('tells what is refused for good once, says why and keeps it in sight until it is mended', async () => {
    await put('jit', 'too long')
    await put('grad', 'b')
    await answer(422)
    await answer()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told.map(([, code]) => code)).toEqual(['too long', 'b'])
    expect(shared.refusalOf('jit')?.status).toBe(422)
    shared.release('jit')
    expect(shared.codeOf('jit')).toBe('too long')
    await put('jit', 'short')
    expect(shared.refusalOf('jit')).toBeUndefined()
    await answer()
    expect(shared.refusalOf('jit')).toBeUndefined()
    expect(told.at(-1)?.[1]).toBe('short')
  })

  it('goes back to the experiment’s own code, and throws all away', async () => {
    edits.value = { jit: 'a', grad: 'b' }
    await put('jit', null)
    expect(shared.codeOf('jit')).toBeUndefined()
    expect(shared.names()).toEqual(['jit', 'grad'])
    shared.clear()
    await flushPromises()
    expect(told).toEqual([['PUT /api/edits/jit', null]]) // on its way: it must not arrive after the other
    await answer()
    expect(told.at(-1)).toEqual(['DELETE /api/edits', undefined])
  })

  it('counts for nothing where live code is off', () => {
    edits.value = { jit: 'a' }
    rights.value = { containment: null as unknown as string }
    expect(shared.codeOf('jit')).toBeUndefined()
  })
})
