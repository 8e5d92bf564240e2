import { useNav } from '@slidev/client'
import { watchDebounced } from '@vueuse/core'
import { loadRecordings } from '../lib/recordings'
import { loadPlot } from './usePlot'

/** After a change of slides, which is to be seen first. */
const NEIGHBOURS_MS = 100
const ALL_MS = 3000

/**
 * Draws the neighbours of the slide in view ahead, and keeps what was seen. Slidev by itself would draw all slides, and
 * update each of them at every change. The code and recordings of all are fetched, for a talk that goes on when its
 * server is away.
 */
export function useReach(): void {
  const { slides, currentSlideNo } = useNav()

  function draw() {
    for (const slide of slides.value.slice(Math.max(currentSlideNo.value - 2, 0), currentSlideNo.value + 1)) {
      slide.load()
      slide.meta.__preloaded = true
    }
  }

  /** What a server that went away does not send is asked for again when it is drawn. */
  function fetchAll() {
    Promise.allSettled([...slides.value.map((slide) => slide.load()), ...loadRecordings(), loadPlot()])
  }

  watchDebounced(currentSlideNo, draw, { debounce: NEIGHBOURS_MS, immediate: true })
  setTimeout(fetchAll, ALL_MS)
}
