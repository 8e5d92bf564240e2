import { useNav } from '@slidev/client'
import { createGlobalState } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import type { DeckPosition } from '../rest/types'
import { useRuns } from '../runs/useRuns'
import { type Focus, fociOf, nextFocus, plannedFocus } from './focus'
import { useSteers } from './useSteers'

/**
 * What of the slide in view is as large as the slide: what was chosen in this window, else what the presenter's shows,
 * else what the front matter has at this click step. A move of either is the end of what was chosen.
 */
export const useFocus = createGlobalState(() => {
  const { slides, currentSlideNo, clicks } = useNav()
  const { deck } = useRuns()
  const steers = useSteers()
  const chosen = shallowRef<Omit<DeckPosition, 'black'>>()

  const plan = computed(() => slides.value[currentSlideNo.value - 1]?.meta.slide.frontmatter.focus)
  const focus = computed<Focus | undefined>(() => {
    const said = steers.value ? undefined : deck.value
    const here = [chosen.value, said].find((one) => one?.page === currentSlideNo.value && one.clicks === clicks.value)
    return here ? (here.focus ?? undefined) : plannedFocus(plan.value, clicks.value)
  })

  function choose(focus: Focus | undefined) {
    chosen.value = { page: currentSlideNo.value, clicks: clicks.value, focus }
  }

  function forget() {
    chosen.value = undefined
  }

  watch([currentSlideNo, clicks], forget)
  watch([() => deck.value?.page, () => deck.value?.clicks, () => deck.value?.focus], () => steers.value || forget())

  return {
    focus,
    choose,
    /** The next of what a slide has to enlarge. */
    cycle: (layout: Element) => choose(nextFocus(focus.value, fociOf(layout))),
    on: (page: number) => (page === currentSlideNo.value ? focus.value : undefined),
    /** A run has ended on a slide: `focus: run` opens on its result. */
    ended: (page: number) => page === currentSlideNo.value && plan.value === 'run' && choose('result'),
  }
})
