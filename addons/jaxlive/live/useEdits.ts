import { createGlobalState, promiseTimeout } from '@vueuse/core'
import { reactive, watch } from 'vue'
import { clearEdits, isTransient, putEdit } from '../rest/client'
import type { Problem } from '../rest/types'
import { useRights } from '../runs/useRights'
import { useRuns } from '../runs/useRuns'

/** Between two words to the server: what is typed meanwhile goes with the next. */
const PAUSE_MS = 150
const RETRY_MS = 2000

/** Code as it was typed in this window; null is the experiment's own again. */
interface Draft {
  code: string | null
  /** The server has it, or refuses it for good. */
  told: boolean
  refusal?: Problem
}

/** The edits of the talk, as all windows see them; what is typed here is seen here at once. */
export const useEdits = createGlobalState(() => {
  const { edits, link } = useRuns()
  const rights = useRights()
  const drafts = reactive(new Map<string, Draft>())
  let held: string | undefined
  let telling: Promise<void> | undefined

  const untold = () => [...drafts].find(([, { told }]) => !told)

  /** What others say shows again; code that they will never get stays in sight here. */
  function settle(experiment: string) {
    const draft = drafts.get(experiment)
    if (experiment !== held && draft?.told && !draft.refusal) drafts.delete(experiment)
  }

  /** One at a time, so that the last word is the last to arrive. */
  function tell() {
    telling ??= tellAll().finally(() => {
      telling = undefined
    })
  }

  async function tellAll() {
    for (let next = untold(); next && link.value !== 'away'; next = untold()) await pass(...next)
  }

  /** Its echo comes within the pause. */
  async function pass(experiment: string, draft: Draft) {
    const { problem } = await putEdit(experiment, draft.code)
    if (problem && isTransient(problem)) return promiseTimeout(RETRY_MS)
    draft.refusal = problem
    await promiseTimeout(PAUSE_MS)
    draft.told = true
    settle(experiment)
  }

  watch(link, (now) => now === 'live' && tell())

  return {
    /** The code that stands in place of an experiment's own. */
    codeOf(experiment: string): string | undefined {
      const draft = drafts.get(experiment)
      if (draft) return draft.code ?? undefined
      return rights.value.containment ? edits.value[experiment] : undefined
    },
    /** Why no other window will ever see the code that was typed here. */
    refusalOf: (experiment: string) => drafts.get(experiment)?.refusal,
    /** Which experiments are edited. */
    names: () => Object.keys(edits.value),
    put(experiment: string, code: string | null) {
      drafts.set(experiment, { code, told: false })
      tell()
    },
    /** From here on what other windows say of this experiment waits: its editor has the focus. */
    hold(experiment: string) {
      held = experiment
    },
    release(experiment: string) {
      if (held === experiment) held = undefined
      settle(experiment)
    },
    async clear() {
      drafts.clear()
      await telling // what is on its way must not arrive after this
      return clearEdits()
    },
  }
})
