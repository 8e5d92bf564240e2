import { useNav } from '@slidev/client'
import { watch } from 'vue'
import { cardOn } from '../card/useCards'
import type { Move } from '../rest/types'
import { useRuns } from '../runs/useRuns'
import { useBlack } from './useBlack'
import { useSteers } from './useSteers'

/** The presenter's window does what a paired phone asks, from where the phone saw the deck; an older wish is none. */
export function useMoves(): void {
  const { currentSlideNo, clicks, next, prev } = useNav()
  const { asked } = useRuns()
  const { toggle } = useBlack()
  const steers = useSteers()
  const acts: Record<Move['do'], () => unknown> = {
    next,
    back: prev,
    run: () => cardOn(currentSlideNo.value)?.start(),
    black: toggle,
  }

  watch(asked, (move) => {
    if (!move || !steers.value) return
    if (move.page === currentSlideNo.value && move.clicks === clicks.value) acts[move.do]()
  })
}
