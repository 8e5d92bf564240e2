import { computed, type Ref, shallowRef, watch } from 'vue'
import { type Step, telling } from './steps'

/** What was chosen on a card, by page and label, for as long as the deck stays at its click step: a new run draws the card anew. */
const chosenBefore = new Map<string, { clicks: number; key: string | undefined }>()

/**
 * The step that is shown. The deck's clicks go through those that have something to show, and so do left and right; what
 * was chosen stays by its name when another result comes.
 */
export function useSteps(id: string, steps: () => readonly Step[], clicks: Readonly<Ref<number>>) {
  const stops = computed(() => telling(steps()))
  const byClicks = () => stops.value[Math.min(clicks.value, stops.value.length - 1)]
  const before = chosenBefore.get(id)
  const key = shallowRef(before?.clicks === clicks.value ? before.key : byClicks()?.key)

  const chosen = computed(() => steps().find((step) => step.key === key.value) ?? byClicks())
  /** Its place among the stops; where it changed nothing, that of the stop before it. */
  const stop = computed(() => {
    const at = chosen.value ? steps().indexOf(chosen.value) : -1
    return stops.value.findLastIndex((step) => steps().indexOf(step) <= at)
  })

  function choose(step: Step | undefined) {
    if (!step) return
    key.value = step.key
    chosenBefore.set(id, { clicks: clicks.value, key: step.key })
  }

  function move(by: number) {
    choose(stops.value[Math.max(0, Math.min(stop.value + by, stops.value.length - 1))])
  }

  watch(clicks, () => choose(byClicks()))
  return { stops, stop, chosen, choose, move }
}
