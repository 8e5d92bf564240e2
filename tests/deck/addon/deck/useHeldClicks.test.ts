import { beforeEach, expect, it, vi } from 'vitest'
import { ref } from 'vue'

interface Slide {
  no: number
  meta: { clicks: number; slide: { frontmatter: object }; __clicksContext?: { current: number } }
}

const currentSlideNo = ref(1)
const queryClicks = ref(0)
const slides = ref<Slide[]>([])
vi.mock('@slidev/client', () => ({ useNav: () => ({ slides, currentSlideNo, queryClicks }) }))

const { useHeldClicks } = await import('../../../../addons/jaxlive/deck/useHeldClicks')

const step = (no: number) => slides.value[no - 1]?.meta.__clicksContext?.current

function go(no: number, clicks: number) {
  currentSlideNo.value = no
  queryClicks.value = clicks
  step(no) // as Slidev reads it
}

beforeEach(() => {
  slides.value = [1, 2, 3].map((no) => ({ no, meta: { clicks: 4, slide: { frontmatter: {} } } }))
  go(2, 0)
  useHeldClicks()
})

it('has slides that were never in view at their ends next to the one that is', () => {
  expect([1, 2, 3].map(step)).toEqual([4, 0, 0])
})

it('keeps the step of a slide that is left, until it comes back', () => {
  go(2, 1)
  go(3, 0)
  expect(step(2)).toBe(1)
  go(1, 4)
  expect(step(2)).toBe(1)
  go(2, 4)
  expect(step(2)).toBe(4)
})

it('goes no further than a slide has steps, and moves only the slide in view', () => {
  go(2, 9)
  expect(step(2)).toBe(4)
  const [one, two] = slides.value.map(({ meta }) => meta.__clicksContext)
  if (one) one.current = 1
  expect(queryClicks.value).toBe(9)
  if (two) two.current = 2
  expect(queryClicks.value).toBe(2)
})

it('begins where the front matter says', () => {
  slides.value = [{ no: 1, meta: { clicks: 4, slide: { frontmatter: { clicksStart: 2 } } } }]
  useHeldClicks()
  go(1, 0)
  expect(step(1)).toBe(2)
})
