import { computed, shallowRef, watch } from 'vue'
import { foldedAtFirst } from './folds'
import { type Listing, rowsOf } from './listing'

/** The rows of a listing, whose blocks fold and unfold. */
export function useRows(listing: () => Listing) {
  const folded = shallowRef<ReadonlySet<number>>(new Set())
  const rows = computed(() => rowsOf(listing(), folded.value))

  watch(
    () => listing().text,
    () => {
      folded.value = foldedAtFirst(listing().lines, listing().folds)
    },
    { immediate: true },
  )

  /** The innermost block around a line that is still open. */
  function openBlockAt(line: number): number | undefined {
    const around = [...listing().folds.values()].filter(({ start, end }) => start <= line && line <= end)
    const starts = around.map(({ start }) => start).filter((start) => !folded.value.has(start))
    return starts.length ? Math.max(...starts) : undefined
  }

  function fold(start: number) {
    folded.value = new Set([...folded.value, start])
  }

  function unfold(start: number) {
    folded.value = new Set([...folded.value].filter((one) => one !== start))
  }

  const toggle = (start: number) => (folded.value.has(start) ? unfold(start) : fold(start))

  /** Unfolds whatever hides a line. */
  function show(line: number) {
    const hides = (start: number) => start < line && line <= (listing().folds.get(start)?.end ?? -1)
    if ([...folded.value].some(hides)) folded.value = new Set([...folded.value].filter((start) => !hides(start)))
  }

  return { rows, openBlockAt, fold, unfold, toggle, show }
}
