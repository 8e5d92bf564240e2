import { type ShallowRef, shallowRef } from 'vue'
import { RequestFailed } from '../rest/client'
import type { Problem } from '../rest/types'

interface Attempts {
  refused: ShallowRef<Problem | undefined>
  attempt(work: () => Promise<void>): Promise<void>
}

/** Requests whose refusal is kept for the card to show, and dropped once the server says yes. */
export function useAttempt(): Attempts {
  const refused = shallowRef<Problem>()

  async function attempt(work: () => Promise<void>) {
    try {
      await work()
      refused.value = undefined
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      refused.value = error.problem
    }
  }

  return { refused, attempt }
}
