import { computed, ref, watch } from 'vue'
import { linked, readAs } from '../deck/permalink'
import { useEdits } from '../live/useEdits'
import { cancelRun } from '../rest/client'
import type { Parameters } from '../rest/types'
import { contains, newestRun } from '../runs/reduce'
import { useDeclared } from '../runs/useDeclared'
import { useRights } from '../runs/useRights'
import { useRuns } from '../runs/useRuns'
import { type Field, fieldsOf } from './form'

/** An experiment as a card sees it: its declaration, its form, its code if edited, its newest run, and the two things to do. */
export function useExperiment(name: string, pinned: Parameters) {
  const { runs } = useRuns()
  const { codeOf } = useEdits()
  const all = useRights()
  const { info, refused, problem, state, attempt, begin } = useDeclared(name, () => run.value)
  /** What was set here, or else ran last, also when another window started it. */
  const chosen = ref<Parameters>({})

  const code = computed(() => codeOf(name))
  const run = computed(() => newestRun(runs.value, name, pinned, code.value))
  const fields = computed(() => (info.value ? fieldsOf(info.value.params, pinned).filter(isChoice) : []))
  const values = computed<Parameters>(() =>
    Object.fromEntries(fields.value.map(({ name, fallback }) => [name, chosen.value[name] ?? fallback])),
  )
  const params = computed(() => ({ ...values.value, ...pinned }))
  /** Whether something was set here that no run has. */
  const unrun = computed(() => !contains(run.value?.params ?? {}, chosen.value))
  const busy = computed(() => state.value === 'queued' || state.value === 'running')
  const rights = computed(() => ({ ...all.value, run: all.value.run && (all.value.edit || code.value === undefined) }))

  /** Where there is no other device than the CPU, there is none to choose. */
  function isChoice({ name }: Field) {
    return name !== 'device' || run.value?.environment?.devices.some(({ kind }) => kind !== 'cpu')
  }

  function set(field: string, value: unknown) {
    chosen.value[field] = value
  }

  async function start() {
    if (!rights.value.run || busy.value || state.value === 'away' || state.value === 'static') return
    await begin(params.value, code.value)
  }

  async function cancel() {
    const { value } = run
    if (value && rights.value.cancel && busy.value) await attempt(cancelRun(value.id))
  }

  watch(code, () => (refused.value = undefined))
  watch(() => run.value?.id, followRun, { immediate: true })
  watch([linked, info], followLink, { immediate: true })

  function followRun() {
    if (!run.value) return
    refused.value = undefined
    chosen.value = { ...run.value.params }
  }

  /** A permalink that led here sets what it names. */
  function followLink() {
    if (!info.value || linked.value?.name !== name) return
    for (const field of fields.value) {
      const text = linked.value.query[field.name]
      if (typeof text === 'string') set(field.name, readAs(field, text))
    }
  }

  return { info, code, run, fields, values, params, unrun, problem, refused, state, busy, rights, set, start, cancel }
}
