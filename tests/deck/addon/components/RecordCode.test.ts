import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import RecordCode from '../../../../addons/jaxlive/components/RecordCode.vue'
import { Stream } from '../../stream'

beforeEach(() => vi.stubGlobal('EventSource', Stream))
afterEach(() => vi.unstubAllGlobals())

async function shown(origin: string) {
  vi.stubGlobal('location', new URL(origin))
  const wrapper = mount(RecordCode)
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [] })
  await nextTick()
  return wrapper
}

it('leads to the record by the address of this window', async () => {
  const wrapper = await shown('http://192.0.2.7:8000/3')
  expect(wrapper.get('a').attributes('href')).toBe('http://192.0.2.7:8000/record')
  expect(wrapper.get('[role=img]').html()).toContain('<svg')
})

it('stays away where nobody else gets', async () => {
  expect((await shown('http://127.0.0.1:8000/3')).find('figure').exists()).toBe(false)
})
