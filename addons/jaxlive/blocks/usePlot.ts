import type * as PlotModule from '@observablehq/plot'
import { useElementSize, useTimeoutFn } from '@vueuse/core'
import { onMounted, type Ref, shallowRef, watchEffect } from 'vue'
import { type Space, textSize } from './chart'

const RETRY_MS = 2000

type Draw = (Plot: typeof PlotModule, space: Space) => Element

export const loadPlot = () => import('@observablehq/plot')

/**
 * Draws a plot into an element, anew when what it reads or the element's size changes: letters change theirs together
 * with it. Plot loads at the first need.
 */
export function usePlot(host: Readonly<Ref<HTMLElement | null>>, draw: Draw): void {
  const plot = shallowRef<typeof PlotModule>()
  const { width, height } = useElementSize(host)
  const { start: retry } = useTimeoutFn(load, RETRY_MS, { immediate: false })

  watchEffect(() => {
    if (!plot.value || !host.value || width.value <= 0 || height.value <= 0) return
    const space = { width: width.value, height: height.value, text: textSize(host.value) }
    host.value.replaceChildren(draw(plot.value, space))
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
