import { useNav } from '@slidev/client'
import { type ComputedRef, computed } from 'vue'
import { useRights } from '../runs/useRights'

/** Whether this window is the presenter's: what it shows, all windows show. */
export function useSteers(): ComputedRef<boolean> {
  const { isPresenter } = useNav()
  const rights = useRights()
  return computed(() => isPresenter.value && rights.value.steer)
}
