import { computed, type Ref, ref } from 'vue'
import type { Stage } from '../rest/types'

type Name = Stage['name']

/** From this width on, in px of the canvas, panes stand side by side. */
const WIDE = 640

/** Which stages are shown: several where there is room, else the one chosen last. */
export function usePanes(names: () => readonly Name[], width: Readonly<Ref<number>>) {
  const open = ref<Name[]>(['python', 'jaxpr', 'hlo'])
  const chosen = ref<Name>('jaxpr')

  /** A width of 0 says that nothing is shown yet. */
  const wide = computed(() => width.value === 0 || width.value >= WIDE)
  const shown = computed(() => {
    const wanted = wide.value ? open.value : [chosen.value]
    const there = names().filter((name) => wanted.includes(name))
    return there.length ? there : names().slice(0, 1)
  })

  function show(name: Name) {
    chosen.value = name
    if (!open.value.includes(name)) open.value = [...open.value, name]
  }

  function close(name: Name) {
    open.value = open.value.filter((one) => one !== name)
  }

  return { wide, shown, show, close }
}
