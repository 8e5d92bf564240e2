import { computed, ref, watch } from 'vue'
import type { Listing } from './listing'
import { search } from './search'

/** A word looked for in the listings, and which of its places is the current one. */
export function useSearch(listings: () => readonly Listing[]) {
  const word = ref('')
  const position = ref(0)
  const matches = computed(() => search(listings(), word.value))
  const current = computed(() => matches.value[position.value])

  watch(matches, () => {
    position.value = 0
  })

  function step(by: number) {
    const count = matches.value.length
    if (count) position.value = (position.value + by + count) % count
  }

  return { word, position, matches, current, step }
}
