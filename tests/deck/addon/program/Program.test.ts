import { type DOMWrapper, enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { ref, shallowRef } from 'vue'
import Program from '../../../../addons/jaxlive/program/Program.vue'
import { lit as told } from '../../../../addons/jaxlive/program/useLight'
import type { Program as Block, DeckPosition, Stage } from '../../../../addons/jaxlive/rest/types'
import { controlFlow, doubled, normalize } from '../../programs'

const deck = shallowRef<DeckPosition>()
const steers = ref(false)
vi.mock('@slidev/client', () => import('../../slidev'))
vi.mock('../../../../addons/jaxlive/runs/useRuns', () => ({ useRuns: () => ({ deck }) }))
vi.mock('../../../../addons/jaxlive/deck/useSteers', () => ({ useSteers: () => steers }))

enableAutoUnmount(afterEach)
afterEach(() => {
  vi.unstubAllGlobals()
  deck.value = undefined
  steers.value = false
})

/** What there is in place of a layout: every element is so wide, and a column 9.6. */
function observerOf(width: number) {
  return class {
    constructor(private readonly report: (entries: unknown[]) => void) {}
    observe(element: Element) {
      this.report([{ contentRect: { width: element.matches('.probe') ? 96 : width, height: 0 } }])
    }
    disconnect() {}
  }
}

function show(block: Block, width = 0) {
  vi.stubGlobal('ResizeObserver', observerOf(width))
  const wrapper = mount(Program, { props: { block }, attachTo: document.body })
  const pane = (name: Stage['name']) => wrapper.get(`[data-stage=${name}]`)
  const tab = (name: string) => wrapper.findAll('[role=tab]').find((tab) => tab.text() === name)
  return {
    wrapper,
    pane,
    tab,
    /** Opens these panes, by pointer. */
    async opens(...names: string[]) {
      for (const name of names) await tab(name)?.trigger('click', { detail: 1 })
    },
    open: () => wrapper.findAll('[role=tabpanel]').map((panel) => panel.attributes('aria-label')),
    line: (name: Stage['name'], text: string) => {
      const found = pane(name)
        .findAll('.line')
        .find((line) => line.text().includes(text))
      if (!found) throw new Error(`no line of ${name} has ${text}`)
      return found
    },
    lit: (name: Stage['name']) =>
      pane(name)
        .findAll('.line.lit')
        .map((line) => line.get('.text').text()),
  }
}

let x = 0
const point = (line: DOMWrapper<Element>) => line.trigger('mousemove', { clientX: x++ })

it('shows two stages side by side, those chosen last, with their counts and the compiler’s cost', async () => {
  const { wrapper, open, pane, tab } = show(normalize)
  expect(open()).toEqual(['Python', 'jaxpr'])
  expect(pane('jaxpr').text()).toContain('23 equations')
  expect(wrapper.get('.cost').text()).toBe('the compiler counts 32M flops, 112 MB moved, 32 MB at the peak')
  await tab('HLO')?.trigger('click')
  expect(open()).toEqual(['jaxpr', 'HLO'])
  expect(pane('hlo').text()).toContain('7 fusions, 57 instructions')
  expect(pane('hlo').get('.holds').attributes('title')).toContain('multiply_rsqrt_fusion')
  await tab('jaxpr')?.trigger('click')
  await tab('Python')?.trigger('click')
  expect(open()).toEqual(['Python', 'jaxpr'])
  await pane('python').get('.close').trigger('click')
  expect(open()).toEqual(['jaxpr'])
})

it('shows one stage at a time in a narrow card', async () => {
  const { wrapper, open, tab } = show(normalize, 440)
  await flushPromises()
  expect(open()).toEqual(['jaxpr'])
  await tab('Python')?.trigger('click')
  expect(open()).toEqual(['Python'])
  expect(wrapper.findAll('[role=tab][aria-selected=true]')).toHaveLength(1)
  expect(wrapper.find('.close').exists()).toBe(false)
})

it('lights what came of a line in all panes, and says so', async () => {
  const { wrapper, line, lit, opens } = show(doubled)
  await point(line('python', 'return'))
  expect(lit('python')).toEqual(['return 2 * x'])
  expect(lit('jaxpr')).toEqual(['b:f32[] = mul 2.0:f32[] a'])
  expect(wrapper.get('[role=status].told').text()).toBe('line 5: 1 equation, 2 instructions')
  await opens('HLO', 'Python')
  expect(lit('hlo')).toHaveLength(2)
  await point(line('hlo', 'constant'))
  expect(lit('python')).toEqual(['return 2 * x'])
  await opens('Python', 'jaxpr')
  await point(line('python', 'def'))
  expect(lit('jaxpr')).toEqual([])
})

it('marks lines with the number of their source line too, not by colour alone', () => {
  const { line } = show(doubled)
  expect(line('python', 'return').get('.badge').text()).toBe('1')
  expect(line('jaxpr', 'mul').get('.badge').text()).toBe('1')
  expect(line('python', 'def').find('.badge').exists()).toBe(false)
  expect(line('jaxpr', 'mul').get('.visually-hidden').text()).toBe('Python line 5')
})

it('keeps a line lit that was clicked, until it is clicked again or Escape is pressed', async () => {
  const { pane, line, lit, opens } = show(doubled)
  await line('jaxpr', 'mul').trigger('click')
  await pane('jaxpr').get('[role=listbox]').trigger('mouseleave')
  await point(line('python', 'def'))
  expect(lit('jaxpr')).toHaveLength(1)
  expect(line('python', 'return').attributes('aria-selected')).toBe('true')
  await line('python', 'return').trigger('click')
  expect(lit('jaxpr')).toEqual([])
  await line('python', 'return').trigger('click')
  await opens('HLO', 'Python')
  expect(lit('hlo')).toEqual(['%c = f32[] constant(2)', 'ROOT %m = f32[] multiply(%p, %c)'])
  await pane('python').get('[role=listbox]').trigger('keydown', { key: 'Escape' })
  await pane('python').get('[role=listbox]').trigger('mouseleave')
  expect(lit('hlo')).toEqual([])
})

it('moves between lines by keys, and leaves the keys of the clicker to the deck', async () => {
  const { pane, lit } = show(doubled)
  const heard: string[] = []
  const hear = (event: KeyboardEvent) => heard.push(event.key)
  addEventListener('keydown', hear)
  const list = pane('jaxpr').get('[role=listbox]')
  const press = (key: string) => list.trigger('keydown', { key })
  for (const key of ['Home', 'ArrowDown', 'Enter', 'ArrowUp', 'End', ' ', '-', '+']) await press(key)
  expect(heard).toEqual([])
  for (const key of ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'r']) await press(key)
  removeEventListener('keydown', hear)
  expect(heard).toEqual(['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'r'])
  await press('Home')
  await press('ArrowDown')
  expect(lit('python')).toEqual(['return 2 * x'])
  const active = list.attributes('aria-activedescendant')
  expect(pane('jaxpr').get(`[id="${active}"]`).text()).toContain('mul')
})

it('folds a block by its mark or by keys; it lights up for what is within', async () => {
  const { pane, line, lit } = show(normalize)
  const rows = pane('jaxpr').findAll('.line').length
  await line('jaxpr', 'let _var').get('.mark').trigger('click')
  expect(pane('jaxpr').findAll('.line')).toHaveLength(rows - 20)
  expect(line('jaxpr', 'let _var').text()).toContain('… 19 lines')
  expect(line('jaxpr', 'let _var').get('.visually-hidden').text()).toContain('19 lines folded')
  await point(line('python', 'x.std'))
  expect(lit('jaxpr')[0]).toContain('let _var')
  const list = pane('jaxpr').get('[role=listbox]')
  await list.trigger('keydown', { key: 'Home' })
  await list.trigger('keydown', { key: '+' })
  await list.trigger('keydown', { key: 'ArrowDown' })
  expect(pane('jaxpr').findAll('.line')).toHaveLength(rows)
  await list.trigger('keydown', { key: '-' })
  expect(pane('jaxpr').findAll('.line')).toHaveLength(rows - 20)
})

it('starts a long listing with its computations folded, each with the numbers of the lines within', async () => {
  const { line, opens } = show(normalize)
  await opens('HLO')
  const fusion = line('hlo', '%fused_computation.3 ')
  expect(fusion.classes()).not.toContain('lit')
  expect(fusion.findAll('.badge').map((badge) => badge.text())).toEqual(['1', '2'])
})

it('searches all open panes, steps through what it found and unfolds it', async () => {
  const { wrapper, pane, opens } = show(normalize)
  await opens('HLO')
  await pane('jaxpr').get('[role=listbox]').trigger('keydown', { key: '/' })
  const input = wrapper.get('input')
  expect(document.activeElement).toBe(input.element)
  await input.setValue('RSQRT')
  expect(wrapper.get('output').text()).toBe('1 of 4')
  await flushPromises()
  expect(wrapper.findAll('mark').some((mark) => mark.text() === 'rsqrt')).toBe(true)
  expect(wrapper.get('mark.current').element.closest('.line')?.textContent).toContain('%rsqrt.2')
  await input.trigger('keydown', { key: 'Enter', shiftKey: true })
  expect(wrapper.get('output').text()).toBe('4 of 4')
  await input.trigger('keydown', { key: 'Enter' })
  expect(wrapper.get('output').text()).toBe('1 of 4')
  await input.setValue('nowhere')
  expect(wrapper.get('output').text()).toBe('none')
  await input.trigger('keydown', { key: 'Escape' })
  expect(wrapper.find('mark').exists()).toBe(false)
  expect(document.activeElement).not.toBe(input.element)
})

it('copies the text of a stage', async () => {
  const copied: unknown[] = []
  document.execCommand = () => copied.push(document.querySelector('textarea')?.value) > 0
  const { pane } = show(doubled)
  await pane('jaxpr').get('.copy').trigger('click')
  await flushPromises()
  expect(copied).toEqual([doubled.stages[1]?.text])
  expect(pane('jaxpr').get('.copy').text()).toBe('copied')
})

it('draws a window of a long listing, whatever its length', async () => {
  const [python, jaxpr] = doubled.stages
  if (!python || !jaxpr) throw new Error('no stages')
  const equation = '    b:f32[] = mul 2.0:f32[] a'
  const text = Array(2000).fill(equation).join('\n')
  const { pane, line, lit } = show({ ...doubled, stages: [python, { ...jaxpr, text, lines: Array(2000).fill(5) }] })
  expect(pane('jaxpr').findAll('.line').length).toBeLessThan(120)
  expect(pane('jaxpr').get('.line').attributes('aria-setsize')).toBe('2000')
  await pane('jaxpr').get('[role=listbox]').trigger('keydown', { key: 'End' })
  await point(line('python', 'return'))
  expect(lit('jaxpr').length).toBe(pane('jaxpr').findAll('.line').length)
})

it('shows a loop and a branch with what a line of theirs became', async () => {
  const { wrapper, line } = show(controlFlow)
  await point(line('python', 'while_loop'))
  expect(wrapper.get('[role=status].told').text()).toMatch(/^line \d+: 4 equations, \d+ operations, \d+ instructions$/)
})

it('tells what is lit and pinned in the presenter’s window', async () => {
  steers.value = true
  deck.value = { page: 3, clicks: 0, black: false, light: { source: 4, stage: 'python', pinned: true } }
  const { wrapper, pane, line, lit, opens } = show(doubled)
  expect(lit('python')).toEqual([])
  await opens('jaxpr', 'HLO')
  await point(line('hlo', 'constant'))
  expect(told.value).toEqual({ page: 3, light: { source: 5, stage: 'hlo', pinned: false } })
  await line('jaxpr', 'mul').trigger('click')
  expect(told.value?.light).toEqual({ source: 5, stage: 'jaxpr', pinned: true })
  await pane('jaxpr').get('[role=listbox]').trigger('mouseleave')
  expect(told.value?.light.pinned).toBe(true)
  wrapper.unmount()
  expect(told.value).toBeUndefined()
})

it('shows what the presenter points at, in its pane, unless this window points itself', async () => {
  const { wrapper, open, pane, line, lit } = show(doubled)
  await line('python', 'def').trigger('click')
  await pane('python').get('[role=listbox]').trigger('mouseleave')
  deck.value = { page: 3, clicks: 0, black: false, light: { source: 5, stage: 'hlo', pinned: true } }
  await flushPromises()
  expect(open()).toEqual(['jaxpr', 'HLO'])
  expect(lit('jaxpr')).toEqual(['b:f32[] = mul 2.0:f32[] a'])
  expect(line('jaxpr', 'mul').attributes('aria-selected')).toBe('true')
  expect(wrapper.get('[role=status].told').text()).toContain('pinned')
  await point(line('jaxpr', 'in (b,)'))
  expect(lit('jaxpr')).toEqual(['b:f32[] = mul 2.0:f32[] a'])
  await pane('jaxpr').get('[role=listbox]').trigger('keydown', { key: 'Escape' })
  expect(lit('jaxpr')).toEqual([])
  deck.value = { page: 4, clicks: 0, black: false, light: { source: 5, stage: 'jaxpr', pinned: false } }
  await flushPromises()
  expect(lit('jaxpr')).toEqual([])
})

it('shortens lines that are too long, and keeps the whole for reading and copying', async () => {
  const { line } = show(normalize, 480)
  await flushPromises()
  const text = line('jaxpr', 'broadcast_in_dim').get('.text')
  expect(text.get('.cut').text()).toContain('broadcast_dimensions')
  expect(text.element.textContent).toContain('broadcast_in_dim[broadcast_dimensions=(0,)] c')
  expect(text.attributes('title')).toMatch(/^d:f32\[2000,1\] = broadcast_in_dim\[broadcast_dimensions=\(0,\)\] c$/)
})
