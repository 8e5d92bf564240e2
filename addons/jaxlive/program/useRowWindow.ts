import { useResizeObserver } from '@vueuse/core'
import { computed, onMounted, type Ref, ref, watch } from 'vue'

/** Space above the first row and below the last. */
const MARGIN = 6
/** What stands on the text at both sides of a listing: fold marks, badges. */
const EDGE = 40
/** Rows drawn beyond what is in view; the window moves by half of that at a time. */
const BEYOND = 16

/** The rows that are drawn of a list in a scrolling element: those in view and some more. All are of one height, in px. */
export function useRowWindow(
  scroller: Readonly<Ref<HTMLElement | null>>,
  count: Readonly<Ref<number>>,
  row: Readonly<Ref<number>>,
) {
  const top = ref(0)
  const height = ref(600)

  function measure() {
    const element = scroller.value
    if (!element?.clientHeight) return
    const step = (BEYOND / 2) * row.value
    top.value = Math.floor(element.scrollTop / step) * step
    height.value = element.clientHeight + step
  }

  const first = computed(() => Math.max(0, Math.min(count.value, Math.floor(top.value / row.value)) - BEYOND))
  const end = computed(() => Math.min(count.value, Math.ceil((top.value + height.value) / row.value) + BEYOND))
  const padding = computed(
    () => `${first.value * row.value + MARGIN}px 0 ${(count.value - end.value) * row.value + MARGIN}px`,
  )

  /** Scrolls only when the row is not in view: to the `edge` that is nearer, or so that it has rows above it. */
  function reveal(index: number, edge: 'near' | 'inside') {
    const element = scroller.value
    if (!element) return
    const { scrollTop, clientHeight } = element
    const [upper, lower] = [index * row.value, (index + 1) * row.value + 2 * MARGIN]
    if (upper >= scrollTop && lower <= scrollTop + clientHeight) return
    if (edge === 'inside') element.scrollTop = upper - clientHeight / 3
    else element.scrollTop = upper < scrollTop ? upper : lower - clientHeight
    measure()
  }

  /** Scrolls sideways to a part of a row, when it is not in view. */
  function revealColumn(part: HTMLElement | null | undefined) {
    const element = scroller.value
    if (!element || !part) return
    const { scrollLeft, clientWidth } = element
    if (part.offsetLeft < scrollLeft + EDGE || part.offsetLeft + part.offsetWidth > scrollLeft + clientWidth - EDGE)
      element.scrollLeft = part.offsetLeft - clientWidth / 3
  }

  onMounted(measure)
  useResizeObserver(scroller, measure)
  watch([count, row], measure, { flush: 'post' })
  return { first, end, padding, measure, reveal, revealColumn }
}
