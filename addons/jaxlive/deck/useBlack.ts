import { useNav } from '@slidev/client'
import { createGlobalState } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import { useRuns } from '../runs/useRuns'
import { useSteers } from './useSteers'

/** Whether nothing is to be seen: as was chosen here, until the next step, or as the presenter's window says. */
export const useBlack = createGlobalState(() => {
  const { currentSlideNo, clicks } = useNav()
  const { deck } = useRuns()
  const steers = useSteers()
  const own = ref(false)
  const black = computed(() => own.value || (!steers.value && deck.value?.black === true))

  watch([currentSlideNo, clicks], () => (own.value = false))
  return { black, own, toggle: () => (own.value = !own.value) }
})
