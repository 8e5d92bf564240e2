import type * as PlotModule from '@observablehq/plot'
import { onBeforeUnmount, onMounted, type Ref, ref, shallowRef, watchEffect } from 'vue'

const RETRY_MS = 2000

type Draw = (Plot: typeof PlotModule, width: number, height: number) => Element

export const loadPlot = () => import('@observablehq/plot')

/** Draws a plot into an element, anew when what it reads or the element's size changes. Plot loads at the first need. */
export function usePlot(host: Readonly<Ref<HTMLElement | null>>, draw: Draw): void {
  const plot = shallowRef<typeof PlotModule>()
  const size = ref({ width: 0, height: 0 })
  let retry: ReturnType<typeof setTimeout> | undefined
  const observer = new ResizeObserver(([entry]) => {
    if (entry) size.value = { width: entry.contentRect.width, height: entry.contentRect.height }
  })

  watchEffect(() => {
    const { width, height } = size.value
    if (plot.value && width > 0 && height > 0) host.value?.replaceChildren(draw(plot.value, width, height))
  })

  async function load() {
    try {
      plot.value = await loadPlot()
    } catch {
      retry = setTimeout(load, RETRY_MS) // the server that sends it is away
    }
  }

  onMounted(() => {
    if (host.value) observer.observe(host.value)
    load()
  })
  onBeforeUnmount(() => {
    observer.disconnect()
    clearTimeout(retry)
  })
}
