import { vi } from 'vitest'
import { ref } from 'vue'

/** What Slidev says to a card on slide 3 that is in view; a test may move on. */
export const nav = {
  slides: ref(Array.from({ length: 9 }, () => ({ meta: { slide: { frontmatter: {} as Record<string, unknown> } } }))),
  currentSlideNo: ref(3),
  clicks: ref(0),
  isPresenter: ref(false),
  isPrintMode: ref(false),
  next: vi.fn(),
  prev: vi.fn(),
}

export const useNav = () => nav
export const useSlideContext = () => ({ $page: ref(3), $clicks: nav.clicks, $renderContext: ref('slide') })
export const useIsSlideActive = () => ref(true)
export const lockShortcuts = () => () => {}
