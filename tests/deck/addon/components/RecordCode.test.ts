import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Stream } from '../../stream'

beforeEach(() => {
  vi.resetModules() // the room is asked once a page
  Stream.opened.length = 0
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => vi.unstubAllGlobals())

async function shown(addresses: object) {
  vi.stubGlobal('fetch', async () => Response.json(addresses))
  const { default: RecordCode } = await import('../../../../addons/jaxlive/components/RecordCode.vue')
  const wrapper = mount(RecordCode)
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [] })
  await flushPromises()
  return wrapper
}

it('leads to the record, by an address in print too', async () => {
  const wrapper = await shown({ record: 'http://192.0.2.7:8000/record' })
  expect(wrapper.get('figcaption').text()).toBe('192.0.2.7:8000/record')
  expect(wrapper.get('[role=img]').html()).toContain('<svg')
})

it('stays away where nobody else gets', async () => {
  const wrapper = await shown({ record: null, reason: 'others cannot reach this server' })
  expect(wrapper.find('figure').exists()).toBe(false)
})
