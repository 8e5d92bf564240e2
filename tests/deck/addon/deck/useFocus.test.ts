import { beforeEach, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref, shallowRef } from 'vue'
import type { DeckPosition, Run } from '../../../../addons/jaxlive/rest/types'
import { aRun } from '../../runs'
import { nav } from '../../slidev'

const deck = shallowRef<DeckPosition>()
const steers = ref(false)
vi.mock('@slidev/client', () => import('../../slidev'))
vi.mock('../../../../addons/jaxlive/runs/useRuns', () => ({ useRuns: () => ({ deck }) }))
vi.mock('../../../../addons/jaxlive/deck/useSteers', () => ({ useSteers: () => steers }))

const { noteStarted } = await import('../../../../addons/jaxlive/card/useCardFocus')
const { registerCard } = await import('../../../../addons/jaxlive/card/useCards')
const { useFocus } = await import('../../../../addons/jaxlive/deck/useFocus')

const run = shallowRef<Run>()
const { focus, choose, cycle } = useFocus()

/** A slide with a card and, maybe, code; in the page as long as the test. */
function slide(html = '<div class="columns"><div><i class="slidev-code-wrapper"></i></div><div></div></div>') {
  const layout = document.createElement('div')
  layout.className = 'slidev-layout'
  layout.innerHTML = html
  const element = document.createElement('section')
  element.className = 'experiment'
  ;(layout.querySelector('.columns > :last-child') ?? layout).append(element)
  const nothing = () => {}
  effectScope().run(() =>
    registerCard({
      page: 3,
      element: () => element,
      run: () => run.value,
      start: nothing,
      cancel: nothing,
      toggleDetails: nothing,
      adjusted: () => false,
    }),
  )
  return layout
}

function plan(focus: unknown) {
  nav.slides.value = nav.slides.value.map(() => ({ meta: { slide: { frontmatter: { focus } } } }))
}

async function move(page: number, clicks = 0) {
  nav.currentSlideNo.value = page
  nav.clicks.value = clicks
  await nextTick()
}

beforeEach(async () => {
  deck.value = undefined
  steers.value = false
  run.value = undefined
  plan(undefined)
  await move(1)
  await move(3)
})

it('is an attribute of the slide, and skips what is not there', () => {
  const both = slide()
  const seen = [1, 2, 3, 4].map(() => {
    cycle(both)
    return both.dataset.focus
  })
  expect(seen).toEqual(['result', 'code', 'both', undefined])
  const alone = slide('<h1></h1>')
  cycle(alone)
  expect(alone.dataset.focus).toBe('result')
  cycle(alone)
  expect(alone.dataset.focus).toBeUndefined()
})

it.each([
  ['slide', 4, 0],
  ['click step', 3, 1],
])('ends at the next %s, also when that is left again', async (_, page, clicks) => {
  const layout = slide()
  choose('both')
  await move(page, clicks)
  expect(layout.dataset.focus).toBeUndefined()
  await move(3)
  expect(layout.dataset.focus).toBeUndefined()
})

it('is what the front matter has at a click step, unless something was chosen there', async () => {
  const layout = slide()
  plan({ 1: 'result', 2: 'both' })
  await move(3, 1)
  expect(layout.dataset.focus).toBe('result')
  choose(undefined)
  expect(layout.dataset.focus).toBeUndefined()
  await move(3, 2)
  expect(layout.dataset.focus).toBe('both')
  await move(3, 3)
  expect(focus.value).toBeUndefined()
})

it('shows what there is of a focus that the slide has not', async () => {
  const layout = slide('<h1></h1>')
  plan({ 1: 'both' })
  await move(3, 1)
  expect(layout.dataset.focus).toBe('result')
})

it('follows the presenter, also late; what is chosen here lasts until the presenter’s next change', async () => {
  const layout = slide()
  deck.value = { page: 3, clicks: 0, black: false, focus: 'code' }
  expect(layout.dataset.focus).toBe('code')
  await move(5)
  await move(3)
  expect(layout.dataset.focus).toBe('code')
  choose(undefined)
  deck.value = { ...deck.value, light: { source: 1, stage: 'hlo', pinned: false } }
  await nextTick()
  expect(layout.dataset.focus).toBeUndefined()
  deck.value = { page: 3, clicks: 0, black: false, focus: 'both' }
  await nextTick()
  expect(layout.dataset.focus).toBe('both')
  deck.value = { page: 3, clicks: 0, black: false, focus: null }
  expect(layout.dataset.focus).toBeUndefined()
  steers.value = true
  deck.value = { page: 3, clicks: 0, black: false, focus: 'result' }
  expect(layout.dataset.focus).toBeUndefined()
})

it.each<[string, { here?: boolean; presenter?: boolean; change?: Partial<Run>; seen?: string }]>([
  ['started here', { here: true, seen: 'result' }],
  ['seen by the presenter', { presenter: true, seen: 'result' }],
  ['started elsewhere', {}],
  ['that failed', { here: true, change: { status: 'failed' } }],
  ['of edited code', { here: true, change: { edited: { code: '', difference: '' } } }],
])('opens on the end of a run %s, where the slide says so', async (id, { here, presenter, change, seen }) => {
  const layout = slide()
  plan('run')
  if (here) noteStarted(id)
  steers.value = presenter === true
  run.value = aRun({ id, status: 'running' })
  await nextTick()
  expect(layout.dataset.focus).toBeUndefined()
  run.value = aRun({ id, ...change })
  await nextTick()
  expect(layout.dataset.focus).toBe(seen)
})
