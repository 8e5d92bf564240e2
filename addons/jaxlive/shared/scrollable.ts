import type { Directive } from 'vue'

const observers = new WeakMap<HTMLElement, ResizeObserver>()

/** What is longer than its box is a stop of the Tab key, so that it can be scrolled by keys. */
function measure(element: HTMLElement) {
  const scrolls = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
  if (scrolls) element.tabIndex = 0
  else element.removeAttribute('tabindex')
}

export const vScrollable: Directive<HTMLElement> = {
  mounted(element) {
    const observer = new ResizeObserver(() => measure(element))
    for (const box of [element, ...element.children]) observer.observe(box)
    observers.set(element, observer)
  },
  updated: measure,
  beforeUnmount: (element) => observers.get(element)?.disconnect(),
}
