import { type CardState, elapsed } from '../card/sentence'
import type { Run } from '../rest/types'

/** A run is late beyond this, and beyond three times what it typically takes. */
const LATE_S = 10

/**
 * Whether a card is better off with its recording: there is no server, or the run failed, or it takes too long. None was
 * made of edited code.
 */
export function needsRecording(state: CardState, run: Run | undefined, typicalSeconds: number, now: number): boolean {
  if (run?.edited) return false
  switch (state) {
    case 'static':
      return true
    case 'away':
      return run?.status !== 'done'
    case 'failed':
    case 'timed_out':
      return run !== undefined // one that was refused has to be mended first
    case 'running':
      return elapsed(run, now) > Math.max(LATE_S, 3 * typicalSeconds)
    default:
      return false
  }
}
