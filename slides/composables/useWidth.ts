import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue'

/** The width of an element in px of the canvas; 0 while it is not shown. */
export function useWidth(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const width = ref(0)
  const measure = () => {
    width.value = element.value?.clientWidth ?? 0
  }
  const observer = new ResizeObserver(measure)

  onMounted(() => {
    measure()
    if (element.value) observer.observe(element.value)
  })
  onBeforeUnmount(() => observer.disconnect())
  return width
}
