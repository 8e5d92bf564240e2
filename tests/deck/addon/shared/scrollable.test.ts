import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, ref, withDirectives } from 'vue'
import { vScrollable } from '../../../../addons/jaxlive/shared/scrollable'

it('is a stop of the Tab key only while its content is longer than its box', async () => {
  const lines = ref(1)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => lines.value * 60)
  const box = mount(defineComponent(() => () => withDirectives(h('div', lines.value), [[vScrollable]])))
  expect(box.attributes('tabindex')).toBeUndefined()
  lines.value = 2
  await nextTick()
  expect(box.attributes('tabindex')).toBe('0')
  lines.value = 1
  await nextTick()
  expect(box.attributes('tabindex')).toBeUndefined()
})
