import { useDrawings, useNav } from '@slidev/client'
import { defineShortcutsSetup } from '@slidev/types'
import { type Card, cardOn } from '../card/useCards'
import { fociOf } from '../deck/focus'
import { useBlack } from '../deck/useBlack'
import { useFocus } from '../deck/useFocus'
import { questionOn } from '../room/useQuestions'

/**
 * `r` runs the slide's experiment, `x` cancels it, `i` shows what is behind it, `l` its recording;
 * `p` asks the room, then closes, reveals and puts away; `b` and `.` make the screen black; `e` edits the code; `z` enlarges the result, the code, both, and Escape leaves that. While drawing, keys draw.
 */
export default defineShortcutsSetup((_nav, base) => {
  const { currentSlideNo } = useNav()
  const { drawingEnabled } = useDrawings()
  const { focus, choose, cycle } = useFocus()
  const { toggle: toggleBlack } = useBlack()

  const on = (key: string, act: (card: Card) => void) => ({
    name: `experiment_${key}`,
    key,
    fn: () => {
      const card = cardOn(currentSlideNo.value)
      if (card && !drawingEnabled.value) act(card)
    },
  })

  const slideOf = (card: Card) => card.element()?.closest('.slidev-layout')

  function enlarge(card: Card) {
    const slide = slideOf(card)
    if (slide) cycle(slide)
  }

  /** Code that a large result hides is shown first. */
  function edit(card: Card) {
    const slide = slideOf(card)
    if (slide && focus.value === 'result' && fociOf(slide).includes('both')) choose('both')
    card.edit?.()
  }

  return [
    ...base,
    on('r', (card) => card.start()),
    on('x', (card) => card.cancel()),
    on('i', (card) => card.toggleDetails()),
    on('l', (card) => card.toggleRecording?.()),
    on('e', edit),
    on('z', enlarge),
    { name: 'predict', key: 'p', fn: () => drawingEnabled.value || questionOn(currentSlideNo.value)?.() },
    ...['b', '.'].map((key) => ({ name: `black_${key}`, key, fn: toggleBlack })),
    on('escape', () => focus.value && choose(undefined)),
  ]
})
