import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ref } from 'vue'

const edits = ref<Record<string, string>>({})
const link = ref('live')
const rights = ref({ containment: 'limits' })
vi.mock('../../../slides/composables/useRuns', () => ({ useRuns: () => ({ edits, link }) }))
vi.mock('../../../slides/composables/useRights', () => ({ useRights: () => rights }))

/** What the server was told, in order, and how it answers each. */
let told: [string, unknown][]
let answers: ((status: number) => void)[]
let shared: ReturnType<typeof import('../../../slides/composables/useEdits').useEdits>

async function answer(status = 200) {
  answers.shift()?.(status)
  await flushPromises()
  await vi.advanceTimersByTimeAsync(150)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  told = []
  answers = []
  edits.value = {}
  link.value = 'live'
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    told.push([`${method} ${path}`, body ? JSON.parse(String(body)).code : undefined])
    return new Promise((resolve) => answers.push((status) => resolve(new Response('{}', { status }))))
  })
  vi.resetModules()
  shared = (await import('../../../slides/composables/useEdits')).useEdits()
})

describe('edits', () => {
  it('shows what is typed at once, and tells it one at a time, the last word last', async () => {
    for (const code of ['a', 'ab', 'abc']) shared.put('jit', code)
    expect(shared.codeOf('jit')).toBe('abc')
    expect(told).toEqual([['PUT /api/edits/jit', 'a']])
    await answer()
    shared.put('jit', 'abcd')
    await answer()
    await answer()
    expect(told.map(([, code]) => code)).toEqual(['a', 'abc', 'abcd'])
  })

  it('waits a little between two words', async () => {
    shared.put('jit', 'a')
    answers.shift()?.(200)
    await flushPromises()
    shared.put('jit', 'ab')
    await vi.advanceTimersByTimeAsync(149)
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toHaveLength(2)
  })

  it('lets nothing from elsewhere over what is typed, until the editor loses the focus', async () => {
    shared.hold('jit')
    shared.put('jit', 'mine')
    edits.value = { jit: 'theirs' }
    await answer()
    expect(shared.codeOf('jit')).toBe('mine')
    shared.release('jit')
    expect(shared.codeOf('jit')).toBe('theirs')
  })

  it('tells what is typed while the server is away when it is back', async () => {
    shared.put('jit', 'a')
    await answer(503)
    shared.release('jit')
    expect(shared.codeOf('jit')).toBe('a')
    link.value = 'away'
    await flushPromises()
    link.value = 'live'
    await flushPromises()
    expect(told.map(([, code]) => code)).toEqual(['a', 'a'])
  })

  it('goes back to the experiment’s own code, and throws all away', async () => {
    edits.value = { jit: 'a', grad: 'b' }
    shared.put('jit', null)
    expect(shared.codeOf('jit')).toBeUndefined()
    expect(shared.names()).toEqual(['jit', 'grad'])
    shared.clear()
    expect(told).toEqual([
      ['PUT /api/edits/jit', null],
      ['DELETE /api/edits', undefined],
    ])
  })

  it('counts for nothing where live code is off', () => {
    edits.value = { jit: 'a' }
    rights.value = { containment: null as unknown as string }
    expect(shared.codeOf('jit')).toBeUndefined()
  })
})
