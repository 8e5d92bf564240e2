import { computed, type Ref, ref, shallowRef, watch } from 'vue'
import { loadPlot } from '../blocks/usePlot'
import type { CardState } from '../card/sentence'
import type { ExperimentInfo, Parameters, Run } from '../rest/types'
import { useNow } from '../shared/useNow'
import { newestRecording } from './recordings'
import { needsRecording } from './standIn'
import { useRights } from './useRights'
import { type Link, useRuns } from './useRuns'

/** What a card has without a recording. */
interface Live {
  run: Readonly<Ref<Run | undefined>>
  state: Readonly<Ref<CardState>>
  info: Readonly<Ref<ExperimentInfo | undefined>>
}

/** When a window has drawn itself; Slidev too waits so long before it loads the other slides. */
const SETTLED_MS = 3000

/** The recording of a card, and whether it is shown in place of the live run: by itself when it must, or when asked. */
export function useRecording(name: string, pinned: Parameters, live: Live, wanted: () => boolean) {
  const { link } = useRuns()
  const rights = useRights()
  const now = useNow()
  const recording = shallowRef<Run>()
  const choice = ref<'live' | 'recorded'>()

  const due = computed(() =>
    choice.value
      ? choice.value === 'recorded'
      : needsRecording(live.state.value, live.run.value, live.info.value?.typical_seconds ?? 0, now.value),
  )
  const recorded = computed(() => due.value && recording.value !== undefined)

  async function load() {
    try {
      recording.value ??= await newestRecording(name, pinned)
    } catch {
      // The file is on the server that is away: the card stays as it is.
    }
  }

  function toggle() {
    choice.value = due.value ? 'live' : 'recorded'
  }

  watch(
    () => due.value || wanted(),
    (now) => now && load(),
    { immediate: true },
  )
  watch(link, prefetch, { immediate: true })
  watch(() => live.run.value?.id, followLive)

  /** A server that is away can send neither it nor what draws it: the windows that run experiments have both before. */
  function prefetch(now: Link, _before: unknown, onCleanup: (stop: () => void) => void) {
    if (now !== 'live') return
    const timer = setTimeout(() => rights.value.run && Promise.allSettled([loadPlot(), load()]), SETTLED_MS)
    onCleanup(() => clearTimeout(timer))
  }

  /** Another run is to be seen, whatever was chosen for the one before. */
  function followLive() {
    choice.value = undefined
  }

  return { recording, recorded, chose: computed(() => choice.value !== undefined), toggle }
}
