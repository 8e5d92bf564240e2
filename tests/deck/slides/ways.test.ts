import { expect, it } from 'vitest'
import { waysOf } from '../../../slides/drawings/ways'
import { recorded } from '../recorded'

const { blocks } = recorded('three-ways')
const at = (click: number) => waysOf(blocks, click)

it('has the same graph three times, in the words of each', () => {
  expect(at(6).map(({ graph }) => graph.nodes.map(({ text }) => text))).toEqual([
    ['a = multiply(x, y)', 'b = add(a, z)', 'c = sum(b)'],
    ['MulBackward0', 'AddBackward0', 'SumBackward0'],
    ['d:f32[3] = mul a b', 'e:f32[3] = add d c', 'f:f32[] = reduce_sum[…] e'],
  ])
  const [defined, taped, traced] = at(6).map(({ graph }) => graph)
  expect(defined?.inputs).toEqual(['x', 'y', 'z'])
  expect(taped?.nodes.map(({ inputs }) => inputs)).toEqual(defined?.nodes.map(({ inputs }) => inputs))
  expect(taped?.nodes.map(({ python }) => python)).toEqual(traced?.nodes.map(({ python }) => python))
  expect(traced?.nodes[0]?.python).toBe('a = x * y')
})

it('grows by clicks: one stands at once, one grows node by node, one is traced and compiled', () => {
  const shown = [0, 1, 2, 3, 4, 5, 6].map((click) => at(click).map(({ shown }) => shown))
  expect(shown).toEqual([
    [3, 0, 0],
    [3, 0, 0],
    [3, 1, 0],
    [3, 2, 0],
    [3, 3, 0],
    [3, 3, 3],
    [3, 3, 3],
  ])
  expect(at(6).map(({ backward }) => backward)).toEqual([false, true, false])
  expect(at(5)[2]?.kernels).toEqual([])
  expect(at(6)[2]?.kernels.map(({ operations }) => operations)).toEqual([['multiply', 'add', 'reduce']])
})

it('says the value that the run computed, once data are there', () => {
  expect(at(0)[0]?.caption).toBe('no data yet; gradients add 6 nodes')
  expect(at(6).map(({ caption }) => caption)).toEqual([
    'now data flow in: c = 56.0',
    'c = 56.0, with a tape for the way back',
    'compiled, then run: c = 56.0',
  ])
})

it('draws what has come so far', () => {
  expect(waysOf([], 0)).toEqual([])
  const some = blocks.filter(({ kind }) => kind !== 'program')
  expect(waysOf(some, 0).map(({ title }) => title)).toEqual(['define, then run'])
})
