import { createGlobalState } from '@vueuse/core'
import { ref, watch } from 'vue'
import { getHealth } from '../rest/client'
import type { Health } from '../rest/types'
import { useRuns } from './useRuns'

/** What this window may do: of an audience without the presenter's token, only watch. */
export interface Rights {
  run: boolean
  cancel: boolean
  /** Show its slide in all other windows. */
  steer: boolean
  /** Type on slides, and run that. */
  edit: boolean
  /** What holds edited code, whoever runs it; null where live code is off. */
  containment: Health['containment']
}

/** Asked whenever a server answers again; until then each click is offered, and a refusal says why. */
export const useRights = createGlobalState(() => {
  const { link } = useRuns()
  const rights = ref<Rights>({ run: true, cancel: true, steer: false, edit: false, containment: null })

  async function load() {
    const { data } = await getHealth()
    if (!data) return // the server is away again: what was known holds
    const { may_run: run, may_cancel: cancel, may_steer: steer, may_edit: edit, containment } = data
    rights.value = { run, cancel, steer, edit, containment }
  }

  watch(link, (now) => now === 'live' && load(), { immediate: true })
  return rights
})
