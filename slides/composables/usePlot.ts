import type * as PlotModule from '@observablehq/plot'
import { useElementSize, useTimeoutFn } from '@vueuse/core'
import { onMounted, type Ref, shallowRef, watchEffect } from 'vue'

const RETRY_MS = 2000

type Draw = (Plot: typeof PlotModule, width: number, height: number) => Element

export const loadPlot = () => import('@observablehq/plot')

/** Draws a plot into an element, anew when what it reads or the element's size changes. Plot loads at the first need. */
export function usePlot(host: Readonly<Ref<HTMLElement | null>>, draw: Draw): void {
  const plot = shallowRef<typeof PlotModule>()
  const { width, height } = useElementSize(host)
  const { start: retry } = useTimeoutFn(load, RETRY_MS, { immediate: false })

  watchEffect(() => {
    if (plot.value && width.value > 0 && height.value > 0)
      host.value?.replaceChildren(draw(plot.value, width.value, height.value))
  })

  async function load() {
    try {
      plot.value = await loadPlot()
    } catch {
      retry() // the server that sends it is away
    }
  }

  onMounted(load)
}
