import { useEventListener, useMediaQuery } from '@vueuse/core'
import { watch } from 'vue'
import { fociOf } from '../deck/focus'
import { useFocus } from '../deck/useFocus'
import { useSteers } from '../deck/useSteers'
import type { Card } from './useCards'

const started = new Set<string>()

/** Notes that this window has started a run: where there is no presenter, its end is seen here. */
export function noteStarted(id: string): void {
  started.add(id)
}

/** Shows the focus on the slide of a card, by an attribute that the theme has rules for; a double tap changes it. */
export function useCardFocus({ page, element, run }: Card): void {
  const { on, cycle, ended } = useFocus()
  const steers = useSteers()
  const touched = useMediaQuery('(pointer: coarse)')
  const layout = () => element()?.closest<HTMLElement>('.slidev-layout')

  function show() {
    const slide = layout()
    if (!slide) return
    const focus = on(page)
    if (focus) slide.dataset.focus = fociOf(slide).includes(focus) ? focus : 'result'
    else delete slide.dataset.focus
  }

  // At once, as an editor that opens next must be in sight to take the keys.
  watch([() => on(page), layout], show, { flush: 'sync' })
  watch(run, (now, before) => {
    const end = now?.status === 'done' && now.id === before?.id && before.status !== 'done'
    if (end && !now.edited && (steers.value || started.has(now.id))) ended(page)
  })
  useEventListener(element, 'dblclick', ({ target }) => {
    const slide = layout()
    const acts = target instanceof Element && target.closest('button, input, select, a')
    if (slide && touched.value && !acts) cycle(slide)
  })
}
