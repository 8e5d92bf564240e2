import { expect, it } from 'vitest'
import { chaptersOf, machinesOf } from '../../../addons/jaxlive/record/session'
import { aRun } from '../runs'

const card = (name: string, pinned = {}, drawn = false) => ({ name, pinned, drawn })
const slides = [
  { title: 'A drawing', alias: '', cards: [card('jit', {}, true)] },
  { title: 'Add `jit`', alias: '', cards: [card('jit')] },
  { title: 'Large', alias: '', cards: [card('xla', { size: 500 })] },
]

it('tells runs slide by slide, as the talk came to them', () => {
  const runs = [
    aRun({ id: 'a', experiment: 'xla', params: { size: 100 } }),
    aRun({ id: 'b', experiment: 'jit' }),
    aRun({ id: 'c', experiment: 'strange' }),
    aRun({ id: 'd', experiment: 'xla', params: { size: 500 } }),
  ]
  const told = chaptersOf({ title: '', slides, runs, predictions: [] }).map(({ title, runs }) => [
    title,
    ...runs.map(({ id }) => id),
  ])
  expect(told).toEqual([
    ['3. Large', 'a', 'd'],
    ['2. Add jit', 'b'],
    ['On no slide of this talk', 'c'],
  ])
})

it('names each machine once', () => {
  expect(machinesOf([aRun({ environment: null })])).toEqual([])
})
