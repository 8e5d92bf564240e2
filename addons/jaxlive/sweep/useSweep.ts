import { computed, shallowRef, watch } from 'vue'
import { fieldsOf } from '../card/form'
import { cancelRun } from '../rest/client'
import type { Run } from '../rest/types'
import { newestRecording } from '../runs/recordings'
import { newestRun } from '../runs/reduce'
import { useDeclared } from '../runs/useDeclared'
import { useRights } from '../runs/useRights'
import { useRuns } from '../runs/useRuns'
import { foremost, pointsOf } from './sweep'

/**
 * An experiment at some values of a parameter, the others at their defaults. It is told by the newest run at each value
 * alone, whoever started it, so it is the same in every window, and outlasts the one that it was started in.
 */
export function useSweep(name: string, over: string, values: readonly number[]) {
  const { runs } = useRuns()
  const rights = useRights()
  const { info, problem, state, attempt, begin } = useDeclared(name, () => run.value)
  const recordings = shallowRef<Run[]>([])

  const fields = computed(() => (info.value ? fieldsOf(info.value.params, {}) : []))
  const unit = computed(() => fields.value.find((field) => field.name === over)?.unit ?? '')
  const others = computed(() => Object.fromEntries(fields.value.map((field) => [field.name, field.fallback])))
  const params = computed(() => values.map((value) => ({ ...others.value, [over]: value })))
  const live = computed(() => params.value.flatMap((params) => newestRun(runs.value, name, params) ?? []))
  const underWay = computed(() => live.value.filter(({ status }) => status === 'queued' || status === 'running'))
  const busy = computed(() => underWay.value.length > 0)
  const run = computed(() => foremost(live.value))
  const unserved = computed(() => state.value === 'away' || state.value === 'static')
  const recorded = computed(() => unserved.value && !live.value.some(isDone) && recordings.value.length > 0)
  /** The same array until another run is done: blocks of one under way draw nothing anew. */
  const done = computed<Run[]>((before) => {
    const now = recorded.value ? recordings.value : live.value.filter(isDone)
    return before?.length === now.length && now.every((run, i) => run === before[i]) ? before : now
  })
  const points = computed(() => pointsOf(done.value, over))

  /** All at once, as the queue runs them one after the other. */
  async function start() {
    if (!rights.value.run || busy.value || unserved.value) return
    for (const one of params.value) if (!(await begin(one))) return
  }

  /** The last one first, so that none of those that wait begins. */
  async function cancel() {
    if (!rights.value.cancel) return
    for (const { id } of underWay.value.toReversed()) if (!(await attempt(cancelRun(id)))) return
  }

  async function loadRecordings() {
    try {
      const found = await Promise.all(values.map((value) => newestRecording(name, { [over]: value })))
      recordings.value = found.filter((run) => run !== undefined)
    } catch {
      // The files are on the server that is away: the card stays as it is.
    }
  }

  watch(unserved, (now) => now && loadRecordings(), { immediate: true })

  return { info, unit, run, done, points, underWay, recorded, problem, state, busy, rights, start, cancel }
}

function isDone({ status }: Run): boolean {
  return status === 'done'
}
