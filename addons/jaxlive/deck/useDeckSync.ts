import { type Update, useNav } from '@slidev/client'
import { type Ref, watch } from 'vue'
import type { Router } from 'vue-router'
import type { DeckPosition } from '../rest/types'
import { useRuns } from '../runs/useRuns'
import { useSteering } from './useSteering'

/**
 * Shows the presenter's slide and click step in this window, on whatever machine: the presenter's windows tell the
 * server, all others follow what it says, and so no move comes back. Returns whether this window speaks to the others
 * of its browser, and what it takes of their state: the position only while no server says it.
 */
export function useDeckSync(router: Router, ready: Ref<boolean>, onUpdate: Update) {
  const { isPresenter, total } = useNav()
  const { link, deck } = useRuns()
  const steers = useSteering()
  /** Slidev moves a window for updates of the other type only. */
  const unmoved = () => ({ id: '', type: isPresenter.value ? ('presenter' as const) : ('viewer' as const), time: 0 })

  function follow({ page, clicks }: DeckPosition) {
    onUpdate({ page, clicks, lastUpdate: unmoved() }) // the speaker's notes follow this state, not the address
    const { name, query } = router.currentRoute.value
    if ((name !== 'play' && name !== 'presenter') || 'print' in query || page > total.value) return
    const path = `${isPresenter.value ? '/presenter' : ''}/${page}`
    router.replace({ path, query: { ...query, clicks: clicks || undefined } })
  }

  watch(
    [() => deck.value?.page, () => deck.value?.clicks, ready],
    () => deck.value && ready.value && !steers.value && follow(deck.value),
    { immediate: true },
  )

  function take(state: Parameters<Update>[0]) {
    if (link.value !== 'live') return state
    const { page: _, clicks: __, clicksTotal: ___, ...rest } = state
    return { ...rest, lastUpdate: unmoved() }
  }

  return { speaks: isPresenter, take }
}
