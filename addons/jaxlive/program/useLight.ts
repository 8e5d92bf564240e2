import { type ComputedRef, computed, onScopeDispose, shallowRef, watch } from 'vue'
import { useSteers } from '../deck/useSteers'
import type { DeckPosition } from '../rest/types'
import { useRuns } from '../runs/useRuns'

type Told = NonNullable<DeckPosition['light']>

/** The source line whose lines are lit in all panes, and the stage in whose pane it was pointed at. */
export type Light = Omit<Told, 'pinned'>

/** What is lit in a program of this window, for the presenter's to tell. */
export const lit = shallowRef<{ page: number; light: Told }>()

const toldOn = (page: number, deck: DeckPosition | undefined) => (deck?.page === page ? deck.light : undefined)

/** The source line that is lit on a slide, in this window or else in the presenter's. */
export function useLitSource(page: number): ComputedRef<number | undefined> {
  const { deck } = useRuns()
  const steers = useSteers()
  return computed(() => {
    const own = lit.value?.page === page ? lit.value.light : undefined
    return (own ?? (steers.value ? undefined : toldOn(page, deck.value)))?.source
  })
}

/**
 * The light of a program: it follows what is pointed at, unless it is pinned. Where nothing is, it is the light of the
 * presenter's window, whose every new one takes the place of what was pinned here.
 */
export function useLight(page: number) {
  const { deck } = useRuns()
  const steers = useSteers()
  const pointed = shallowRef<Light>()
  const held = shallowRef<Light>()
  const released = shallowRef<Told | null>()

  const told = computed(() => (steers.value ? undefined : toldOn(page, deck.value)))
  const own = computed(() => held.value ?? pointed.value)
  const followed = computed(() => (told.value === released.value ? undefined : (told.value ?? undefined)))
  const light = computed<Light | undefined>(() => own.value ?? followed.value)
  const pinned = computed(() => held.value !== undefined || (!own.value && followed.value?.pinned === true))

  function point(source: number | null, stage: Light['stage']) {
    if (source === null) pointed.value = undefined
    else if (pointed.value?.source !== source || pointed.value.stage !== stage) pointed.value = { source, stage }
  }

  /** A second time on the same source line, or on a line without one, releases it. */
  function pin(source: number | null, stage: Light['stage']) {
    held.value = source === null || held.value?.source === source ? undefined : { source, stage }
  }

  function release() {
    held.value = undefined
    released.value = told.value
  }

  let shown: typeof lit.value
  watch(own, (own) => {
    shown = own && { page, light: { ...own, pinned: held.value !== undefined } }
    lit.value = shown
  })
  onScopeDispose(() => {
    if (lit.value === shown) lit.value = undefined
  })
  watch(told, (now) => {
    if (now) held.value = undefined
  })

  return { light, pinned, followed, point, pin, release }
}
