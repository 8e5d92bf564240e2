import { useNav } from '@slidev/client'
import { refThrottled, useIntervalFn } from '@vueuse/core'
import { type ComputedRef, computed, watch } from 'vue'
import { lit } from '../program/useLight'
import { steerDeck } from '../rest/client'
import type { DeckPosition } from '../rest/types'
import { useRuns } from '../runs/useRuns'
import { useBlack } from './useBlack'
import { useFocus } from './useFocus'
import { useSteers } from './useSteers'

/** The server forgets a presenter who has not been heard for 30 s. */
const RENEW_MS = 10_000
/** A pointer on its way over lines lights each of them. */
const LIGHT_MS = 200

/** Tells the server what this window shows, while it is the presenter's; returns whether it is. */
export function useSteering(): ComputedRef<boolean> {
  const { currentSlideNo, clicks } = useNav()
  const { link } = useRuns()
  const { focus } = useFocus()
  const { own: black } = useBlack()
  const steers = useSteers()
  const throttled = refThrottled(lit, LIGHT_MS)
  const light = computed(() => (throttled.value?.page === currentSlideNo.value ? throttled.value.light : undefined))
  const position = computed<DeckPosition | undefined>(() => {
    const here = {
      page: currentSlideNo.value,
      clicks: clicks.value,
      focus: focus.value,
      light: light.value,
      black: black.value,
    }
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
