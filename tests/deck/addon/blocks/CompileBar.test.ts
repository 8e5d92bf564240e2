import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import CompileBar from '../../../../addons/jaxlive/blocks/CompileBar.vue'
import { aRow } from '../../runs'

vi.mock('@vueuse/core', async () => {
  const { ref } = await import('vue')
  return { useElementSize: () => ({ width: ref(200), height: ref(20) }) }
})

/** Of 100 ms, in a bar of 200 px. */
async function labels(compile_s: number, first_run_s: number) {
  const compile = { repeats: 1, trace_s: 0.001, lower_s: 0.001, compile_s, first_run_s }
  const bar = mount(CompileBar, { props: { rows: [aRow('jit', 0.01, { compile })] } })
  await nextTick()
  return bar.findAll('li').map((part) => part.get('[aria-hidden]').text())
}

it('writes on a part what fits there whole: name and time, the name, or nothing', async () => {
  expect(await labels(0.097, 0.001)).toEqual(['', '', 'compile 97 ms', ''])
  expect(await labels(0.049, 0.049)).toEqual(['', '', 'compile', 'first run'])
})

it('says all of it to a screen reader', () => {
  const compile = { repeats: 1, trace_s: 0.001, lower_s: 0.002, compile_s: 0.096, first_run_s: 0.001 }
  const bar = mount(CompileBar, { props: { rows: [aRow('jit', 0.01, { compile })] } })
  expect(bar.findAll('li .visually-hidden').map((part) => part.text())).toEqual([
    'trace 1 ms',
    'lower 2 ms',
    'compile 96 ms',
    'first run 1 ms',
  ])
})
