import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { ref, shallowRef } from 'vue'
import { lit } from '../../../../addons/jaxlive/program/useLight'
import type { Timeline } from '../../../../addons/jaxlive/rest/types'
import TimelineBlock from '../../../../addons/jaxlive/timeline/TimelineBlock.vue'
import { timeline } from '../../programs'

vi.mock('@slidev/client', () => import('../../slidev'))
vi.mock('../../../../addons/jaxlive/runs/useRuns', () => ({ useRuns: () => ({ deck: shallowRef() }) }))
vi.mock('../../../../addons/jaxlive/deck/useSteers', () => ({ useSteers: () => ref(false) }))

enableAutoUnmount(afterEach)
afterEach(() => {
  lit.value = undefined
})

function show(block: Timeline = timeline) {
  const wrapper = mount(TimelineBlock, { props: { block }, attachTo: document.body })
  const press = (key: string) => wrapper.get('.timeline-chart').trigger('keydown', { key })
  return { wrapper, press }
}

it('goes through the events by keys, and lights the line of one', async () => {
  const { wrapper, press } = show()
  await press('ArrowRight')
  expect(wrapper.get('.timeline-chart > [role=option]').text()).toMatch(/^call, /)
  const chart = wrapper.get('.timeline-chart')
  expect(chart.attributes('aria-activedescendant')).toBe(
    wrapper.get('.timeline-chart > [role=option]').attributes('id'),
  )
  await press('ArrowDown')
  expect(wrapper.get('.told').text()).toMatch(/^cosine_add_fusion, .* line \d+$/)
  expect(lit.value?.light.stage).toBe('hlo')
  expect(wrapper.findAll('.python .line.lit')).toHaveLength(1)
  await press('Enter')
  await chart.trigger('blur')
  expect(lit.value?.light.pinned).toBe(true)
  expect(wrapper.findAll('.overlay i').length).toBeGreaterThan(1)
  await press('Escape')
  expect(lit.value).toBeUndefined()
})

it('offers the whole trace, if it came along, and says what it is no answer to', () => {
  const { wrapper } = show()
  expect(wrapper.get('a[download]').attributes()).toMatchObject({
    href: 'data:application/gzip;base64,H4sIAAAA',
    download: 'chain.trace.json.gz',
  })
  expect(wrapper.text()).toContain('A traced call is never a timing')
  expect(
    show({ ...timeline, profile: null })
      .wrapper.find('a')
      .exists(),
  ).toBe(false)
})

it('says why there is nothing to see', () => {
  expect(show({ ...timeline, lanes: [], remark: 'The driver forbids it.' }).wrapper.text()).toBe(
    'The driver forbids it.',
  )
})
