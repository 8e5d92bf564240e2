import { computed, ref, shallowRef, watch } from 'vue'
import { movePrediction } from '../rest/client'
import type { Prediction, Question } from '../rest/types'
import { useRuns } from '../runs/useRuns'
import { talk } from '../talk'
import { keyOf, NEXT } from './prediction'

/** How a question stands: as the server says, or without a server the last round that was kept. */
export function usePrediction(question: Question) {
  const { predictions, link } = useRuns()
  const kept = shallowRef<Prediction>()
  const refusal = ref('')
  const key = keyOf(question)

  const live = computed(() => predictions.value[key])
  const prediction = computed(() => live.value ?? kept.value)

  async function load() {
    try {
      kept.value = (await talk.predictions()).find((one) => keyOf(one.question) === key)
    } catch {
      // Its file is on the server that is away: the slide goes on without.
    }
  }

  /** Open it, close it, reveal it, put it away: whatever comes next. */
  async function advance() {
    const { problem } = await movePrediction(question, NEXT[live.value?.state ?? 'idle'])
    refusal.value = problem?.detail ?? ''
  }

  watch(link, (now) => now === 'none' && load(), { immediate: true })
  return { prediction, live, refusal, advance }
}
