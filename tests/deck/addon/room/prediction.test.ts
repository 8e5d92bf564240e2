import { expect, it } from 'vitest'
import type { Prediction } from '../../../../addons/jaxlive/rest/types'
import { guessed, keyOf, rightChoice, verdict, withPrediction } from '../../../../addons/jaxlive/room/prediction'
import { aPrediction, aQuestion } from '../../room'

it('knows a question by its experiment and metric', () => {
  expect(keyOf(aQuestion())).toBe('jit:ratios.eager/jit')
})

it('keeps the newest of each question, and forgets an idle one', () => {
  const [open, closed] = [aPrediction({ state: 'open' }), aPrediction({ state: 'closed' })]
  const other = aPrediction({ question: aQuestion({ of: 'vmap' }) })
  const standing = [open, other, closed].reduce(withPrediction, {})
  expect(Object.values(standing)).toEqual([other, closed])
  expect(withPrediction(standing, aPrediction({ state: 'idle' }))).toEqual({ 'vmap:ratios.eager/jit': other })
})

it('writes numbers as the question has them', () => {
  expect(guessed(508.2, aQuestion())).toBe('508×')
  expect(guessed(29, aQuestion({ kind: 'number', metric: 'values.n', unit: 'traces' }))).toBe('29 traces')
  expect(guessed(29, aQuestion({ kind: 'number', metric: 'values.n' }))).toBe('29')
})

it.each<[number | null, number | undefined]>([
  [0, 0],
  [1.5, 1],
  [99, 1],
  [100, 2],
  [null, undefined],
])('finds the choice that %s makes right', (truth, right) => {
  const question = aQuestion({ kind: 'choice', choices: ['one', 'some', 'many'], edges: [1.5, 100] })
  expect(rightChoice(aPrediction({ question, truth }))).toBe(right)
})

it.each<[Partial<Prediction>, string]>([
  [{ voices: 38, share: 0.342 }, '34 % of 38 voices came within a factor of two'],
  [{ voices: 1, share: null }, '1 voice'],
  [{ voices: 0, share: null }, ''],
  [{ voices: 8, share: 1, question: aQuestion({ kind: 'choice' }) }, '100 % of 8 voices chose right'],
])('says what the room knew', (change, words) => {
  expect(verdict(aPrediction(change))).toBe(words)
})
