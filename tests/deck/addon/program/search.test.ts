import { expect, it } from 'vitest'
import { listingOf } from '../../../../addons/jaxlive/program/listing'
import { byLine, pieces, search } from '../../../../addons/jaxlive/program/search'
import { doubled } from '../../programs'

const listings = doubled.stages.map(listingOf)

it('finds a word in every listing, whatever its capitals', () => {
  expect(search(listings, 'MUL')).toEqual([
    { stage: 'jaxpr', line: 1, from: 14, to: 17 },
    { stage: 'hlo', line: 3, from: 18, to: 21 },
  ])
  expect(search(listings, '')).toEqual([])
})

it('takes the word as it is, not as a pattern', () => {
  expect(search(listings, 'f32[]').length).toBeGreaterThan(3)
  expect(search(listings, '.*')).toEqual([])
})

it('groups the matches of a listing by line', () => {
  const found = byLine(search(listings, 'f32[]'), 'jaxpr')
  expect([...found.entries()].map(([line, matches]) => [line, matches.length])).toEqual([
    [0, 1],
    [1, 2],
  ])
})

it('cuts tokens where matches begin and end, and loses no character', () => {
  const tokens = [
    { content: 'ab', color: 'x' },
    { content: 'cdef', color: 'y' },
  ]
  const match = { stage: 'jaxpr', line: 0, from: 1, to: 4 } as const
  const cut = pieces(tokens, [match])
  expect(cut.map(({ content, match }) => [content, match !== undefined])).toEqual([
    ['a', false],
    ['b', true],
    ['cd', true],
    ['ef', false],
  ])
  expect(cut.map(({ color }) => color)).toEqual(['x', 'x', 'y', 'y'])
})
