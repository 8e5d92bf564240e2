/** Slidev's keys and the cards': on a button that Tab has reached, Slidev would take none of them. */
const OF_THE_DECK = /^(Arrow|Page|Escape$|[a-z]$)/

/** What is typed into these is theirs. */
const TYPED_INTO = 'input, select, textarea, [contenteditable="true"]'

/**
 * A key of the deck takes the focus away from a button first, and so works from there. In a region that scrolls, once
 * Tab has reached it, up and down are the region's; Escape leaves it. The key that opens an
 * editor is no text for it.
 */
export function shareKeys(event: KeyboardEvent): void {
  const { activeElement: element } = document
  if (!(element instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'e' && !element.matches(TYPED_INTO)) event.preventDefault()
  if (element instanceof HTMLButtonElement) {
    if (OF_THE_DECK.test(event.key)) element.blur()
  } else if (element.matches('[tabindex="0"]:focus-visible')) {
    if (event.key === 'Escape') element.blur()
    else if (/^Arrow(Up|Down)$/.test(event.key) && element.scrollHeight > element.clientHeight) event.stopPropagation()
  }
}

/** After a click: a focused button would keep the arrow keys from the deck. */
export function giveKeysBack(): void {
  if (document.activeElement instanceof HTMLButtonElement) document.activeElement.blur()
}
