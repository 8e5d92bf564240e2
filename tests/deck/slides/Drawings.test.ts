import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Component } from 'vue'
import type { Run } from '../../../addons/jaxlive/rest/types'
import Ladder from '../../../slides/components/Ladder.vue'
import Pipeline from '../../../slides/components/Pipeline.vue'
import Ways from '../../../slides/components/Ways.vue'
import { recorded } from '../recorded'
import { nav } from '../slidev'
import { Stream } from '../stream'

vi.mock('@slidev/client', () => import('../slidev'))

const info = { name: '', title: '', summary: 'What will run.', params: {}, source: {}, typical_seconds: 1 }
let wrapper: VueWrapper

beforeEach(() => {
  nav.clicks.value = 0
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', async () => Response.json(info))
})
afterEach(() => wrapper.unmount())

async function drawn(component: Component, ...runs: Run[]) {
  wrapper = mount(component)
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs })
  await flushPromises()
}

async function click(number: number) {
  nav.clicks.value = number
  await flushPromises()
}

const texts = (selector: string) => wrapper.findAll(selector).map((found) => found.text())

it.each([
  [Ways, 'three-ways'],
  [Pipeline, 'jit'],
  [Ladder, 'composition'],
])('%# says what to run before a first run', async (component, name) => {
  await drawn(component)
  expect(wrapper.attributes('data-experiment')).toBe(name)
  expect(wrapper.text()).toContain('What will run.')
  expect(texts('.card-bar button')).toContain('Run')
  expect(wrapper.find('.way, .pipeline, .ladder').exists()).toBe(false)
})

it('draws the three ways as far as the clicks are', async () => {
  await drawn(Ways, recorded('three-ways'))
  const rects = () => wrapper.findAll('.way').map((way) => way.findAll('rect').length)
  expect(rects()).toEqual([3, 0, 0])
  await click(3)
  expect(rects()).toEqual([3, 2, 0])
  await click(6)
  expect(rects()).toEqual([3, 3, 1])
  expect(wrapper.get('.kernel + text').text()).toBe('add_reduce_fusion')
  const told = wrapper.findAll('[role=img]').map((graph) => graph.attributes('aria-label'))
  expect(told[1]).toContain('MulBackward0; AddBackward0; SumBackward0')
  expect(told[2]).toContain('add_reduce_fusion (multiply, add, reduce)')
})

it('turns the arrows around where the graph is recorded', async () => {
  await drawn(Ways, recorded('three-ways'))
  await click(4)
  const [forth = [], back = []] = wrapper
    .findAll('.way')
    .map((way) => way.findAll('path[marker-end]').map((path) => path.attributes('d')?.slice(1).split('L')))
  expect(forth).toHaveLength(5)
  expect(back.map((points) => points?.reverse())).toEqual(forth)
})

it('follows a line through the stages, one for each click', async () => {
  await drawn(Pipeline, recorded('jit'))
  const seen = () => wrapper.findAll('li:not(.coming)').map((stage) => stage.attributes('data-stage'))
  expect(seen()).toEqual(['python'])
  expect(texts('[data-stage=python] code.lit')).toEqual(['y = y + jnp.sin(x)'])
  await click(4)
  expect(seen()).toEqual(['python', 'jaxpr', 'stablehlo', 'hlo', 'device'])
  expect(texts('[data-stage=jaxpr] code')).toEqual(['c:f32[4000000] = sin a', 'd:f32[4000000] = add b c'])
})

it('climbs the ladder, one rung for each click', async () => {
  await drawn(Ladder, recorded('composition'))
  expect([texts('li code'), texts('li small')]).toEqual([['f'], ['3 equations']])
  expect(wrapper.find('ins').exists()).toBe(false)
  await click(1)
  expect(wrapper.get('[aria-current=true] code').text()).toBe('grad(f)')
  expect(texts('li small').at(-1)).toBe('12 equations, 9 new lines')
  expect(texts('code.fresh')).toHaveLength(9)
  await click(2)
  expect(wrapper.find('code.fresh').exists()).toBe(false)
  expect(new Set(texts('ins'))).toEqual(new Set(['f32[10000]']))
  await click(3)
  expect(texts('code.fresh')).toHaveLength(3)
})
