import { useElementSize } from '@vueuse/core'
import { computed, type Ref } from 'vue'

/** How many columns of text the probe is wide; it is one row high. */
export const PROBE = 10
const ROW = 22

/** The columns of text that an element has room for, and the height of a row, by a probe in its font; Infinity at first. */
export function useCells(element: Readonly<Ref<HTMLElement | null>>, probe: Readonly<Ref<HTMLElement | null>>) {
  const { width } = useElementSize(element)
  const { width: ten, height } = useElementSize(probe)
  const columns = computed(() =>
    width.value && ten.value ? (width.value * PROBE) / ten.value : Number.POSITIVE_INFINITY,
  )
  const row = computed(() => height.value || ROW)
  return { columns, row }
}
