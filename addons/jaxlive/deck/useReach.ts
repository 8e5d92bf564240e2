import { useNav } from '@slidev/client'
import { watchDebounced } from '@vueuse/core'
import { loadPlot } from '../blocks/usePlot'
import { isAdjusted } from '../card/useCards'
import { loadRecordings } from '../runs/recordings'

/** After a change of slides, which is to be seen first. */
const NEIGHBOURS_MS = 100
/** It takes a phone's processor for seconds: whoever has just come first looks around. */
const ALL_MS = 10_000
/** So many slides that were seen last stay drawn. */
const KEPT = 3

/**
 * Draws the neighbours of the slide in view ahead, and keeps those that were seen last, and those with a card that was
 * adjusted. Slidev by itself would draw all slides, and update each of them at every change. The code and recordings of
 * all are fetched, for a talk that goes on when its server is away.
 */
export function useReach(): void {
  const { slides, currentSlideNo } = useNav()
  let seen: number[] = []

  function draw() {
    const here = currentSlideNo.value
    seen = [here, ...seen.filter((no) => no !== here)].slice(0, KEPT)
    for (const { no, load, meta } of slides.value) {
      const near = Math.abs(no - here) <= 1
      if (near) load()
      const drawn = near || seen.includes(no) || (meta.__preloaded === true && isAdjusted(no))
      if (drawn !== (meta.__preloaded === true)) meta.__preloaded = drawn
    }
  }

  /** What a server that went away does not send is asked for again when it is drawn. */
  function fetchAll() {
    Promise.allSettled([...slides.value.map((slide) => slide.load()), ...loadRecordings(), loadPlot()])
  }

  watchDebounced(currentSlideNo, draw, { debounce: NEIGHBOURS_MS, immediate: true })
  setTimeout(fetchAll, ALL_MS)
}
