import { useDrawings, useNav } from '@slidev/client'
import { defineShortcutsSetup } from '@slidev/types'
import { type Card, cardOn } from '../composables/useCards'

/**
 * `r` runs the slide's experiment, `x` cancels it, `i` shows what is behind it, `l` its recording;
 * `e` edits the code. While drawing, keys draw.
 */
export default defineShortcutsSetup((_nav, base) => {
  const { currentSlideNo } = useNav()
  const { drawingEnabled } = useDrawings()

  const on = (key: string, act: (card: Card) => void) => ({
    name: `experiment_${key}`,
    key,
    fn: () => {
      const card = cardOn(currentSlideNo.value)
      if (card && !drawingEnabled.value) act(card)
    },
  })

  return [
    ...base,
    on('r', (card) => card.start()),
    on('x', (card) => card.cancel()),
    on('i', (card) => card.toggleDetails()),
    on('l', (card) => card.toggleRecording?.()),
    on('e', (card) => card.edit?.()),
  ]
})
