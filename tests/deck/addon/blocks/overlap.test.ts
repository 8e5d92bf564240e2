import { expect, it } from 'vitest'
import { overlapWords } from '../../../../addons/jaxlive/blocks/overlap'

/** A line over 0, 1, 2 ...; `far` sets how high the axis reaches. */
function line(name: string, ...ys: (number | null)[]) {
  return ys.map((y, x) => ({ line: name, x, y }))
}

const steps = line('jax', 0, 50, 100)

it('says which lines coincide', () => {
  expect(overlapWords([...steps, ...line('torch', 0, 50.9, 100)], 'linear')).toEqual(['JAX and PyTorch coincide'])
  expect(overlapWords([...steps, ...line('torch', 0, 52, 98)], 'linear')).toEqual([])
})

it('knows groups, and when it is all of them', () => {
  const four = [...steps, ...line('b', 0, 50, 100), ...line('c', 7, 7, 7), ...line('d', 7, 7, 7)]
  expect(overlapWords(four, 'linear')).toEqual(['JAX and b coincide', 'c and d coincide'])
  expect(overlapWords([...steps, ...line('b', 0, 50, 100), ...line('c', 0, 50, 100)], 'linear')).toEqual([
    'all lines coincide',
  ])
})

it('goes by what a logarithmic axis shows', () => {
  const lines = [...line('a', 1, 2, 1000), ...line('b', 1.5, 3, 1000)]
  expect(overlapWords(lines, 'linear')).toEqual(['a and b coincide'])
  expect(overlapWords(lines, 'log')).toEqual([])
})

it('waits for most of a line, and says nothing of one point or of none', () => {
  expect(overlapWords([...steps, ...line('b', 0, 50)], 'linear')).toEqual([])
  expect(overlapWords([...line('a', 1), ...line('b', 1)], 'linear')).toEqual([])
  expect(overlapWords([...line('a', null), ...line('b', null)], 'linear')).toEqual([])
})
