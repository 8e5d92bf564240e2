import { beforeEach, expect, it, vi } from 'vitest'
import { shareKeys } from '../../../../addons/jaxlive/deck/deckKeys'

const deck = vi.fn()

beforeEach(() => {
  deck.mockReset()
  document.body.innerHTML = '<button>Run</button>'
  document.addEventListener('keydown', shareKeys)
  window.addEventListener('keydown', deck)
})

function press(key: string, more: KeyboardEventInit = {}) {
  const button = document.querySelector('button') as HTMLButtonElement
  button.focus()
  button.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
  return document.activeElement === button
}

it('takes the focus from a button for a key of the deck, which goes on to it', () => {
  for (const key of ['ArrowRight', 'ArrowUp', 'PageDown', 'r']) expect(press(key)).toBe(false)
  expect(deck).toHaveBeenCalledTimes(4)
})

it('keeps the key that opens an editor out of it, and lets it be typed elsewhere', () => {
  const press = (element: Element) => {
    if (element instanceof HTMLElement) element.focus()
    return element.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, cancelable: true }))
  }
  document.body.innerHTML = '<button>Run</button><input><div contenteditable="true" tabindex="0"></div>'
  expect([...document.body.children].map(press)).toEqual([false, true, true])
})

it('leaves a button its own keys, and the browser its shortcuts', () => {
  for (const key of ['Enter', ' ', 'Tab']) expect(press(key)).toBe(true)
  expect(press('r', { ctrlKey: true })).toBe(true)
})
