/** Slidev's keys and the cards': on a button that Tab has reached, Slidev would take none of them. */
const OF_THE_DECK = /^(Arrow|Page|[a-z]$)/

/**
 * A key of the deck takes the focus away from a button first, and so works from there. In a region that scrolls, once
 * Tab has reached it, up and down are the region's; Escape leaves it.
 */
export function shareKeys(event: KeyboardEvent): void {
  const { activeElement: element } = document
  if (!(element instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  if (element instanceof HTMLButtonElement) {
    if (OF_THE_DECK.test(event.key)) element.blur()
  } else if (element.matches('[tabindex="0"]:focus-visible')) {
    if (event.key === 'Escape') element.blur()
    else if (/^Arrow(Up|Down)$/.test(event.key) && element.scrollHeight > element.clientHeight) event.stopPropagation()
  }
}
