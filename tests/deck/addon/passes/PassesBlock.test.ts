import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import PassesBlock from '../../../../addons/jaxlive/passes/PassesBlock.vue'
import { lit } from '../../../../addons/jaxlive/program/useLight'
import type { Passes } from '../../../../addons/jaxlive/rest/types'
import { passes } from '../../programs'
import { nav } from '../../slidev'

vi.mock('@slidev/client', () => import('../../slidev'))
vi.mock('../../../../addons/jaxlive/runs/useRuns', () => ({ useRuns: () => ({ deck: shallowRef() }) }))
vi.mock('../../../../addons/jaxlive/deck/useSteers', () => ({ useSteers: () => ref(false) }))

enableAutoUnmount(afterEach)
afterEach(() => {
  nav.clicks.value = 0
  nav.isPrintMode.value = false
  lit.value = undefined
})

let shown = 0

/** A card of its own: what was chosen on one is remembered. */
function show(block: Passes = passes) {
  const label = `f${shown++}`
  const wrapper = mount(PassesBlock, { props: { block: { ...block, label } }, attachTo: document.body })
  return {
    wrapper,
    label,
    names: () => wrapper.findAll('.view h3').map((name) => name.text()),
    rows: () => wrapper.findAll('.pass-list [role=option] .name').map((row) => row.text()),
    press: (key: string, on = '.pass-list [role=listbox]') => wrapper.get(on).trigger('keydown', { key }),
  }
}

it('goes with the clicks of the deck through what changed something', async () => {
  const { names } = show()
  expect(names()).toEqual(['before all passes'])
  nav.clicks.value = 1
  await nextTick()
  expect(names()).toEqual(['algsimp'])
  nav.clicks.value = 99
  await nextTick()
  expect(names()).toEqual(['after all passes'])
})

it('goes left and right while it has the focus, and then only it', async () => {
  const { names, press } = show()
  const heard = vi.fn()
  document.body.addEventListener('keydown', heard)
  await press('ArrowRight')
  await press('ArrowRight', '.view [role=listbox]')
  expect(names()).toEqual(['transpose-folding'])
  await press('ArrowLeft')
  expect(names()).toEqual(['algsimp'])
  expect(heard).not.toHaveBeenCalled()
  await press('PageDown')
  expect(heard).toHaveBeenCalledOnce()
  document.body.removeEventListener('keydown', heard)
})

it('folds away what changed nothing, and finds it by name', async () => {
  const { wrapper, names, rows } = show()
  expect(rows()).toHaveLength(7)
  const fold = wrapper.get('.more button')
  expect(fold.text()).toBe(`${passes.passes.length - 5} passes changed nothing`)
  await fold.trigger('click')
  expect(rows()).toHaveLength(passes.passes.length + 2)
  await wrapper.get('.more input').setValue('dce')
  expect(new Set(rows())).toEqual(new Set(['dce']))
  await wrapper.get('.pass-list [role=option]').trigger('click')
  expect(names()).toEqual(['dce'])
  expect(wrapper.get('.view').text()).toContain('This pass changed nothing.')
})

it('lights the Python of a line of the difference', async () => {
  const { wrapper, press } = show()
  await press('ArrowRight')
  const line = wrapper.findAll('.view .line').find((line) => line.text().includes('Python line'))
  await line?.trigger('mousemove', { clientX: 7 })
  expect(wrapper.findAll('.python .line.lit')).toHaveLength(1)
  expect(wrapper.get('.told').text()).toMatch(/^line \d+: \d+ instructions?$/)
})

it('keeps the pass by its name when another result comes', async () => {
  const { wrapper, names, press, label } = show()
  await press('ArrowRight')
  await press('ArrowRight')
  const others = passes.passes.filter(({ name }) => name !== 'algsimp')
  await wrapper.setProps({ block: { ...passes, label, passes: others } })
  expect(names()).toEqual(['transpose-folding'])
  wrapper.unmount()
  const again = mount(PassesBlock, { props: { block: { ...passes, label } } })
  expect(again.get('.view h3').text()).toBe('transpose-folding')
  again.unmount()
})

it('prints the first difference and the last', () => {
  nav.isPrintMode.value = true
  nav.clicks.value = 999
  expect(show().names()).toEqual(['algsimp', 'scheduling'])
})

it('says why there is nothing to see', () => {
  const { wrapper } = show({ ...passes, passes: [], first: null, last: null, remark: 'XLA told nothing.' })
  expect(wrapper.text()).toBe('XLA told nothing.')
})

it('draws what the program counts over the passes', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly report: (entries: unknown[]) => void) {}
      observe() {
        this.report([{ contentRect: { width: 500, height: 80 } }])
      }
      disconnect() {}
    },
  )
  const { wrapper, names } = show()
  await flushPromises()
  await vi.waitFor(() => expect(wrapper.findAll('.strip circle')).toHaveLength(5))
  expect(wrapper.get('.strip').text()).toContain('39 instructions')
  await wrapper.get('.strip').trigger('click', { clientX: 0 })
  expect(names()).toEqual(['algsimp'])
  vi.unstubAllGlobals()
})
