import { lockShortcuts } from '@slidev/client'
import { onScopeDispose } from 'vue'

/** While something that is typed into has the focus, its keys are its own: arrows move a caret, not the slides. */
export function useKeyLock() {
  let unlock: (() => void) | undefined

  function take() {
    unlock ??= lockShortcuts()
  }

  function release() {
    unlock?.()
    unlock = undefined
  }

  onScopeDispose(release)
  return { take, release }
}
