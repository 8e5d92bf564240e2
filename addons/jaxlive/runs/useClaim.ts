import { computed, shallowRef, watch } from 'vue'
import type { Run } from '../rest/types'
import { keyOf } from '../room/prediction'
import { type Bounds, broken, claimed, measured, undecided } from './claim'
import { newestRecording } from './recordings'
import { useRuns } from './useRuns'

/** A number of an experiment's newest run that is done, not of edited code, and has it; without one, of its recording. */
export function useClaim(of: string, metric: string, bounds: Bounds) {
  const { runs, link, predictions } = useRuns()
  const recording = shallowRef<Run>()
  const live = computed(() => runs.value.findLast(tells))
  const run = computed(() => live.value ?? recording.value)
  const number = computed(() => (run.value ? measured(run.value.blocks, metric) : undefined))
  const reason = computed(() => {
    if (!run.value || number.value === undefined) return
    return (
      broken(number.value, bounds) ?? (undecided(run.value.blocks, metric) ? 'the run leaves it undecided' : undefined)
    )
  })

  /** While the room is asked for this number, it is not told. */
  const asked = computed(() => ['open', 'closed'].includes(predictions.value[keyOf({ of, metric })]?.state ?? ''))
  const text = computed(() => (asked.value ? '?' : number.value === undefined ? '–' : claimed(number.value, metric)))
  const title = computed(() => {
    if (!run.value) return `${of}: not run yet`
    if (number.value === undefined) return `${of}: the run has no ${metric}`
    return `${of}, ${live.value ? 'live' : 'recorded'}${reason.value ? `: ${reason.value}` : ''}`
  })

  function tells({ experiment, status, edited, blocks }: Run): boolean {
    return experiment === of && status === 'done' && !edited && measured(blocks, metric) !== undefined
  }

  async function load() {
    try {
      recording.value = await newestRecording(of, {})
    } catch {
      // The file is on the server that is away: the dash stays.
    }
  }

  watch([link, live], () => link.value !== 'connecting' && !live.value && !recording.value && load(), {
    immediate: true,
  })
  return { text, title, reason }
}
