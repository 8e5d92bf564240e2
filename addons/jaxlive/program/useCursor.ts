import { computed, ref } from 'vue'
import { rowAt } from './listing'
import type { useRows } from './useRows'

interface Actions {
  /** The cursor has come to a row. */
  came: (row: number) => void
  pin: (row: number) => void
  /** What Escape does. */
  release: () => void
}

/** The line of a listing that the keys are at: it survives folding, as the row that shows it. */
export function useCursor({ rows, openBlockAt, fold, unfold }: ReturnType<typeof useRows>, actions: Actions) {
  const line = ref<number>()
  const row = computed(() => (line.value === undefined ? -1 : rowAt(rows.value, line.value)))

  function go(to: number) {
    const index = Math.max(0, Math.min(to, rows.value.length - 1))
    line.value = rows.value[index]?.line
    actions.came(index)
  }

  function foldAround() {
    const block = line.value === undefined ? undefined : openBlockAt(line.value)
    if (block === undefined) return
    fold(block)
    line.value = block
    actions.came(row.value)
  }

  const keys: Record<string, () => void> = {
    ArrowDown: () => go(row.value + 1),
    ArrowUp: () => go(row.value - 1),
    Home: () => go(0),
    End: () => go(rows.value.length - 1),
    Enter: () => actions.pin(row.value),
    ' ': () => actions.pin(row.value),
    Escape: actions.release,
    '-': foldAround,
    '+': () => unfold(line.value ?? -1),
    '=': () => unfold(line.value ?? -1),
  }

  /** Takes the keys that it knows; all others, as the clicker's, go on to the deck. */
  function press(event: KeyboardEvent) {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return { line, row, go, press }
}
