import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, nextTick, reactive, ref } from 'vue'
import { registerCard } from '../../../../addons/jaxlive/card/useCards'

type Slide = { no: number; meta: { __preloaded?: boolean }; load: () => Promise<void> }

const currentSlideNo = ref(1)
const slides = ref<Slide[]>([])
vi.mock('@slidev/client', () => ({ useNav: () => ({ slides, currentSlideNo }) }))
vi.mock('../../../../addons/jaxlive/card/useCardFocus', () => ({ useCardFocus: () => {} }))
vi.mock('../../../../addons/jaxlive/runs/recordings', () => ({ loadRecordings: () => [] }))
vi.mock('../../../../addons/jaxlive/blocks/usePlot', () => ({ loadPlot: async () => undefined }))

const { useReach } = await import('../../../../addons/jaxlive/deck/useReach')

let scope: ReturnType<typeof effectScope>

const drawn = () => slides.value.filter(({ meta }) => meta.__preloaded).map(({ no }) => no)

async function show(...numbers: number[]) {
  for (const number of numbers) {
    currentSlideNo.value = number
    await nextTick()
    await vi.advanceTimersByTimeAsync(150)
  }
}

function aCard(page: number, adjusted: () => boolean) {
  const nothing = () => undefined
  registerCard({ page, element: nothing, run: nothing, start() {}, cancel() {}, toggleDetails() {}, adjusted })
}

beforeEach(() => {
  vi.useFakeTimers()
  slides.value = Array.from({ length: 40 }, (_, i) => reactive({ no: i + 1, meta: {}, load: vi.fn(async () => {}) }))
  currentSlideNo.value = 1
  scope = effectScope()
  scope.run(useReach)
})

afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

it('draws the neighbours of the slide in view, once it has been in view for a while', async () => {
  await show(1)
  currentSlideNo.value = 20
  await nextTick()
  expect(drawn()).toEqual([1, 2])
  await show(20)
  expect(drawn()).toEqual([1, 19, 20, 21])
})

it('keeps the three that were seen last, and fetches all', async () => {
  await show(...Array.from({ length: 30 }, (_, i) => i + 1))
  expect(drawn()).toEqual([28, 29, 30, 31])
  await show(21, 5)
  expect(drawn()).toEqual([4, 5, 6, 21, 30])
  await vi.advanceTimersByTimeAsync(10_000)
  for (const { load } of slides.value) expect(load).toHaveBeenCalled()
})

it('keeps a slide for as long as something is chosen on it that is known nowhere else', async () => {
  const adjusted = ref(true)
  scope.run(() => aCard(3, () => adjusted.value))
  scope.run(() => aCard(4, () => false))
  await show(...Array.from({ length: 30 }, (_, i) => i + 1))
  expect(drawn()).toContain(3)
  expect(drawn()).not.toContain(4)
  adjusted.value = false
  await show(31)
  expect(drawn()).not.toContain(3)
})
