import { effectScope, shallowReactive, watch } from 'vue'
import { clearEdits, putEdit, succeeds } from '../rest/client'
import { useRights } from './useRights'
import { useRuns } from './useRuns'

/** Between two words to the server: what is typed meanwhile goes with the next. */
const PAUSE_MS = 150

/** Code as it was typed in this window, until the server has it; null is the experiment's own again. */
interface Draft {
  code: string | null
  told: boolean
}

export interface Edits {
  /** The code that stands in place of an experiment's own. */
  codeOf(experiment: string): string | undefined
  /** Which experiments are edited. */
  names(): string[]
  put(experiment: string, code: string | null): void
  /** From here on what other windows say of this experiment waits: its editor has the focus. */
  hold(experiment: string): void
  release(experiment: string): void
  clear(): Promise<boolean>
}

let shared: Edits | undefined

/** The edits of the talk, as all windows see them; what is typed here is seen here at once. */
export function useEdits(): Edits {
  shared ??= effectScope(true).run(keep) // not tied to the card that asks first
  return shared as Edits
}

function keep(): Edits {
  const { edits, link } = useRuns()
  const rights = useRights()
  const drafts = shallowReactive(new Map<string, Draft>())
  let held: string | undefined
  let telling = false

  const untold = () => [...drafts].find(([, { told }]) => !told)

  function settle(experiment: string) {
    if (experiment !== held && drafts.get(experiment)?.told) drafts.delete(experiment)
  }

  /** One at a time, so that the last word is the last to arrive; a draft that is refused is told again later. Its echo comes within the pause. */
  async function tell() {
    if (telling) return
    telling = true
    let next = untold()
    while (next && (await succeeds(putEdit(next[0], next[1].code)))) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      next[1].told = true
      settle(next[0])
      next = untold()
    }
    telling = false
  }

  watch(link, (now) => now === 'live' && tell())

  return {
    codeOf(experiment) {
      const draft = drafts.get(experiment)
      if (draft) return draft.code ?? undefined
      return rights.value.containment ? edits.value[experiment] : undefined
    },
    names: () => Object.keys(edits.value),
    put(experiment, code) {
      drafts.set(experiment, { code, told: false })
      tell()
    },
    hold(experiment) {
      held = experiment
    },
    release(experiment) {
      if (held === experiment) held = undefined
      settle(experiment)
    },
    clear() {
      drafts.clear()
      return succeeds(clearEdits())
    },
  }
}
