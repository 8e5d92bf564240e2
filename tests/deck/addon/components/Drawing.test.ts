import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import Drawing from '../../../../addons/jaxlive/components/Drawing.vue'
import { provideTalk } from '../../../../addons/jaxlive/talk'
import { nav } from '../../slidev'

vi.mock('@slidev/client', () => import('../../slidev'))

beforeEach(() => {
  nav.clicks.value = 0
  provideTalk({ drawings: { '../imgs/fusion.svg': '<svg></svg>', '../imgs/cover.svg': '<svg></svg>' } })
})
enableAutoUnmount(afterEach)

it('says to its SVG how many clicks the slide has had', async () => {
  const drawing = mount(Drawing, { props: { name: 'fusion', alt: 'Six trips become one.' } })
  expect(drawing.attributes()).toMatchObject({ role: 'img', 'aria-label': 'Six trips become one.', 'data-step': '0' })
  nav.clicks.value = 1
  await flushPromises()
  expect(drawing.attributes('data-step')).toBe('1')
  expect(drawing.find('svg').exists()).toBe(true)
})

it('names those that there are', () => {
  const draw = () => mount(Drawing, { props: { name: 'fussion', alt: '' } })
  expect(draw).toThrow('Drawing: got fussion, expected one of fusion, cover')
  provideTalk({})
  expect(draw).toThrow('Drawing: got fussion, but the talk provides no drawings')
})
