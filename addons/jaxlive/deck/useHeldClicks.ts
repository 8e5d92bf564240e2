import { useNav } from '@slidev/client'
import { createClicksContextBase } from '@slidev/client/composables/useClicks.ts'
import { computed } from 'vue'

/**
 * A slide that has been in view stays at its click step while others are. Slidev would step it to its end when it is
 * left: its code, passes and drawings would move where nobody sees them, before the next slide is drawn.
 */
export function useHeldClicks(): void {
  const { slides } = useNav()
  for (const { no, meta } of slides.value) {
    const start = Number(meta.slide.frontmatter.clicksStart ?? 0)
    meta.__clicksContext = createClicksContextBase(heldStep(no, start), start, meta.clicks)
  }
}

/** The step that the address had when the slide was last in view; before that its last, if a later slide is, or else its first. */
function heldStep(no: number, start: number) {
  const { currentSlideNo, queryClicks } = useNav()
  let held: number | undefined
  return computed({
    get() {
      if (currentSlideNo.value === no) held = Math.max(queryClicks.value, start)
      return held ?? (currentSlideNo.value > no ? Number.POSITIVE_INFINITY : start)
    },
    set(step: number) {
      if (currentSlideNo.value === no) queryClicks.value = step
    },
  })
}
