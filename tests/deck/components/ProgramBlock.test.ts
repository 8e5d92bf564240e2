import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ProgramBlock from '../../../slides/components/blocks/ProgramBlock.vue'
import type { Program } from '../../../slides/rest/types'

const block: Program = {
  kind: 'program',
  label: 'f',
  stages: [
    { name: 'python', text: 'def f(x):\n  return 2 * x', lines: [4, 5], count: 2, counted: 'lines' },
    {
      name: 'jaxpr',
      text: '{ lambda ; a:f32[]. let\n b = mul 2.0 a\n in (b,) }',
      lines: [null, 5, null],
      count: 1,
      counted: 'equations',
    },
  ],
  cost: { flops: 1, bytes: 8_000_000, peak_memory_bytes: null },
}

it('shows one stage at a time, with its count and the compiler’s cost', async () => {
  const wrapper = mount(ProgramBlock, { props: { block } })
  expect(wrapper.findAll('[role=tab]').map((tab) => tab.text())).toEqual(['Python', 'jaxpr'])
  expect(wrapper.text()).toContain('b = mul 2.0 a')
  expect(wrapper.text()).toContain('1 equation')
  expect(wrapper.text()).toContain('8 MB moved')
  await wrapper.findAll('[role=tab]')[0]?.trigger('click')
  expect(wrapper.text()).toContain('return 2 * x')
  expect(wrapper.text()).toContain('2 lines')
})

it('marks lines with the number of their source line, and lights them together', async () => {
  const wrapper = mount(ProgramBlock, { props: { block } })
  await wrapper.findAll('[role=tab]')[0]?.trigger('click')
  await flushPromises()
  const [first, second] = wrapper.findAll('.line')
  expect(first?.find('.badge').exists()).toBe(false)
  expect(second?.get('.badge').text()).toBe('1')
  await second?.trigger('mouseenter')
  expect(wrapper.findAll('.lit')).toHaveLength(1)
})
