import { createGlobalState } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import { getRoom } from '../rest/client'
import type { Addresses } from '../rest/types'
import { useRuns } from '../runs/useRuns'

/** Where phones join and pair, asked whenever a server answers again. */
export const useRoom = createGlobalState(() => {
  const { link } = useRuns()
  const room = shallowRef<Addresses>()

  async function load() {
    room.value = (await getRoom()).data ?? room.value
  }

  watch(link, (now) => now === 'live' && load(), { immediate: true })
  return room
})
