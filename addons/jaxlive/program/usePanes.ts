import { computed, type Ref, ref } from 'vue'
import type { Stage } from '../rest/types'

type Name = Stage['name']

/** From this width on, in px of the canvas, two panes stand side by side. */
const WIDE = 640
const MOST = 2

/** Which stages are shown: the two that were chosen last where there is room, else the last. */
export function usePanes(names: () => readonly Name[], width: Readonly<Ref<number>>) {
  const picked = ref<Name[]>()

  /** A width of 0 says that nothing is shown yet. */
  const wide = computed(() => width.value === 0 || width.value >= WIDE)
  /** In the order in which they were chosen; at first Python and what was traced. */
  const chosen = computed(() => {
    const there = (picked.value ?? []).filter((name) => names().includes(name))
    return there.length ? there : names().slice(0, MOST)
  })
  const shown = computed(() => {
    const last = chosen.value.slice(wide.value ? -MOST : -1)
    return names().filter((name) => last.includes(name))
  })

  function show(name: Name) {
    picked.value = [...chosen.value.filter((one) => one !== name), name].slice(-MOST)
  }

  function close(name: Name) {
    picked.value = chosen.value.filter((one) => one !== name)
  }

  return { wide, shown, show, close }
}
