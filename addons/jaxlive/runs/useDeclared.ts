import { type ComputedRef, computed, type ShallowRef, shallowRef, watch } from 'vue'
import type { CardState } from '../card/sentence'
import { noteStarted } from '../card/useCardFocus'
import { type Answer, getExperiment, startRun } from '../rest/client'
import type { ExperimentInfo, Parameters, Problem, Run } from '../rest/types'
import { useRuns } from './useRuns'

interface Declared {
  info: ShallowRef<ExperimentInfo | undefined>
  /** The last request's refusal, until the server says yes. */
  refused: ShallowRef<Problem | undefined>
  problem: ComputedRef<Problem | null | undefined>
  state: ComputedRef<CardState>
  /** Wait for an answer; a refusal is kept for the card to show. */
  attempt<Data>(answer: Promise<Answer<Data>>): Promise<Data | undefined>
  /** Run it, unless that is refused. */
  begin(params: Parameters, code?: string): Promise<boolean>
}

/** What the server says of a card's experiment and of its requests; `run` is the one that the card shows. */
export function useDeclared(name: string, run: () => Run | undefined): Declared {
  const { link } = useRuns()
  const info = shallowRef<ExperimentInfo>()
  const refused = shallowRef<Problem>()

  const problem = computed(() => refused.value ?? run()?.problem)
  const state = computed<CardState>(() => {
    if (link.value === 'away') return 'away'
    if (link.value === 'none') return 'static'
    return refused.value ? 'failed' : (run()?.status ?? 'idle')
  })

  async function attempt<Data>(answer: Promise<Answer<Data>>) {
    const { data, problem } = await answer
    refused.value = problem
    return data
  }

  async function begin(params: Parameters, code?: string) {
    const run = await attempt(startRun(name, params, code))
    if (run) noteStarted(run.id)
    return run !== undefined
  }

  /** Once: a server that is back declares nothing new to this page, and a refusal of a run stays in sight. */
  async function load() {
    info.value ??= await attempt(getExperiment(name))
  }

  watch(link, (now) => now === 'live' && load(), { immediate: true })

  return { info, refused, problem, state, attempt, begin }
}
