import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, nextTick, ref, shallowRef } from 'vue'
import { useBlack } from '../../../../addons/jaxlive/deck/useBlack'
import { useMoves } from '../../../../addons/jaxlive/deck/useMoves'
import type { DeckPosition, Move } from '../../../../addons/jaxlive/rest/types'
import { nav } from '../../slidev'

vi.mock('@slidev/client', () => import('../../slidev'))
const asked = shallowRef<Move>()
const deck = shallowRef<DeckPosition>()
const steers = ref(true)
vi.mock('../../../../addons/jaxlive/runs/useRuns', () => ({ useRuns: () => ({ asked, deck }) }))
vi.mock('../../../../addons/jaxlive/deck/useSteers', () => ({ useSteers: () => steers }))

const window = defineComponent({ setup: () => useMoves(), render: () => null })

enableAutoUnmount(afterEach)

async function ask(move: Partial<Move>) {
  asked.value = { do: 'next', page: 3, clicks: 0, ...move }
  await nextTick()
}

beforeEach(() => {
  steers.value = true
  for (const move of [nav.next, nav.prev]) move.mockClear()
  mount(window)
})

it('moves on and back, as often as it is asked', async () => {
  await ask({})
  await ask({})
  await ask({ do: 'back' })
  expect(nav.next).toHaveBeenCalledTimes(2)
  expect(nav.prev).toHaveBeenCalledTimes(1)
})

it('takes no wish that was made at another step', async () => {
  await ask({ page: 2 })
  await ask({ clicks: 1 })
  expect(nav.next).not.toHaveBeenCalled()
})

it('is the presenter’s window alone that acts', async () => {
  steers.value = false
  await ask({})
  expect(nav.next).not.toHaveBeenCalled()
})

it('goes black, and shows the slide again at the next step', async () => {
  const { black } = useBlack()
  await ask({ do: 'black' })
  expect(black.value).toBe(true)
  nav.clicks.value = 1
  await nextTick()
  expect(black.value).toBe(false)
  nav.clicks.value = 0
})

it('is black where the presenter’s window is', async () => {
  steers.value = false
  deck.value = { page: 3, clicks: 0, black: true }
  expect(useBlack().black.value).toBe(true)
})
