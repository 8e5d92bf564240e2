import { expect, it } from 'vitest'
import { type Head, placeOf } from '../../../themes/academic/place'

const plain = (title: string): Head => ({ title, frontmatter: {} })
const divider = (title: string, more = {}): Head => ({ title, frontmatter: { layout: 'section', ...more } })
const talk = [
  plain('The talk'),
  plain('How to read it'),
  divider('Arrays'),
  plain('A sum'),
  divider('Speed'),
  plain('A call'),
  plain('A loop'),
  plain('A roof'),
]
const whole = [...talk, divider('Spare slides', { appendix: true }), divider('More on arrays'), plain('Another sum')]

it('names the part, and says how much of each has been shown', () => {
  expect(placeOf(whole, 3)).toEqual({ title: 'Arrays', words: 'Part 1 of 2', part: 1, shown: [0.5, 0] })
  expect(placeOf(whole, 4).shown).toEqual([1, 0])
  expect(placeOf(whole, 6)).toEqual({ title: 'Speed', words: 'Part 2 of 2', part: 2, shown: [1, 0.5] })
  expect(placeOf(whole, 8).shown).toEqual([1, 1])
})

it('counts what comes before the first part to none', () => {
  expect(placeOf(whole, 2)).toEqual({ title: 'The talk', words: '', part: 0, shown: [0, 0] })
})

it('counts the appendix for itself, from the divider that says so', () => {
  expect(placeOf(whole, 9)).toEqual({ title: 'Spare slides', words: 'A1 of 3', part: 0, shown: [] })
  expect(placeOf(whole, 11)).toEqual({ title: 'More on arrays', words: 'A3 of 3', part: 0, shown: [] })
})

it('takes a talk without dividers as one part, under its own title', () => {
  expect(placeOf([plain('Short'), plain('One'), plain('Two'), plain('Three')], 2)).toEqual({
    title: 'Short',
    words: '',
    part: 1,
    shown: [0.5],
  })
})

it('never says the numbers of slides', () => {
  const words = whole.map((_, i) => placeOf(whole, i + 1).words)
  expect(words.filter((said) => /^\d/.test(said))).toEqual([])
})
