import { computed, shallowRef } from 'vue'
import type { Stage } from '../rest/types'

/** The source line whose lines are lit in all panes, and the pane where it was pointed at. */
export interface Light {
  source: number
  from: Stage['name']
}

/** The light of a program: it follows what is pointed at, unless it is pinned. */
export function useLight() {
  const pointed = shallowRef<Light>()
  const pinned = shallowRef<Light>()
  const light = computed(() => pinned.value ?? pointed.value)

  function point(source: number | null, from: Stage['name']) {
    if (source === null) pointed.value = undefined
    else if (pointed.value?.source !== source || pointed.value.from !== from) pointed.value = { source, from }
  }

  /** A second time on the same source line, or on a line without one, releases it. */
  function pin(source: number | null, from: Stage['name']) {
    pinned.value = source === null || pinned.value?.source === source ? undefined : { source, from }
  }

  function release() {
    pinned.value = undefined
  }

  return { light, pinned, point, pin, release }
}
