import { onScopeDispose } from 'vue'
import type { Run } from '../rest/types'
import { useCardFocus } from './useCardFocus'

/** What the keys can ask of a card. */
export interface Card {
  page: number
  /** Its outside, once it is drawn. */
  element(): HTMLElement | null | undefined
  /** The live run that it shows. */
  run(): Run | undefined
  start(): unknown
  cancel(): unknown
  edit?(): void
  toggleDetails(): void
  toggleRecording?(): void
  /** Whether it shows what was chosen here and is known nowhere else. */
  adjusted(): boolean
}

const cards = new Set<Card>()

/** Lets the keys and the focus reach a card for as long as it is on a slide. */
export function registerCard(card: Card): void {
  cards.add(card)
  useCardFocus(card)
  onScopeDispose(() => cards.delete(card))
}

/** The first card of a slide, which the keys act on. */
export function cardOn(page: number): Card | undefined {
  return [...cards].find((card) => card.page === page)
}

/** Whether a slide would lose something if it were drawn anew. */
export function isAdjusted(page: number): boolean {
  return [...cards].some((card) => card.page === page && card.adjusted())
}
