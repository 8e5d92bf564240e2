import { useNav } from '@slidev/client'
import { useIntervalFn } from '@vueuse/core'
import { type ComputedRef, computed, watch } from 'vue'
import { steerDeck } from '../rest/client'
import type { DeckPosition } from '../rest/types'
import { useRights } from './useRights'
import { useRuns } from './useRuns'

/** The server forgets a presenter who has not been heard for 30 s. */
const RENEW_MS = 10_000

/** Tells the server where this window is, while it is the presenter's; returns whether it is. */
export function useSteering(): ComputedRef<boolean> {
  const { isPresenter, currentSlideNo, clicks } = useNav()
  const { link } = useRuns()
  const rights = useRights()
  const steers = computed(() => isPresenter.value && rights.value.steer)
  const position = computed<DeckPosition | undefined>(() => {
    const here = { page: currentSlideNo.value, clicks: clicks.value }
    return steers.value && link.value === 'live' ? here : undefined
  })
  let telling = false

  /** One at a time, so that the last word is the last to arrive; what changed meanwhile is told next. */
  async function tell() {
    const told = position.value
    if (!told || telling) return
    telling = true
    let heard = false
    try {
      heard = !(await steerDeck(told)).problem
    } finally {
      telling = false
    }
    if (heard && position.value !== told) tell()
  }

  watch(position, tell, { immediate: true })
  useIntervalFn(tell, RENEW_MS)
  return steers
}
