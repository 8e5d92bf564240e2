import { expect, it } from 'vitest'
import { countWords, filtered, isPass, listingOfStep, stepsOf, telling } from '../../../../addons/jaxlive/passes/steps'
import { passes } from '../../programs'

const steps = stepsOf(passes)
const fusion = steps.find(({ name }) => name === 'fusion')

it('puts the passes between the texts that they begin and end with', () => {
  expect(steps).toHaveLength(passes.passes.length + 2)
  expect([steps[0]?.name, steps.at(-1)?.name]).toEqual(['before all passes', 'after all passes'])
  expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length)
  expect(stepsOf({ ...passes, passes: [], first: null, last: null })).toEqual([])
})

it('stops where something changed', () => {
  expect(
    telling(steps)
      .filter(isPass)
      .map(({ name }) => name),
  ).toEqual(['algsimp', 'transpose-folding', 'dot-library-rewriter', 'fusion', 'scheduling'])
})

it('says what a pass gained and lost', () => {
  expect(fusion && countWords(fusion)).toBe('34 → 39 instructions, 3 → 5 fusions')
  const [first] = steps
  expect(first && countWords(first)).toMatch(/^\d+ instructions, 0 fusions$/)
})

it('makes lines of a difference, without their signs, that keep their lines of Python', () => {
  const listing = fusion && listingOfStep(fusion)
  const { text, lines } = passes.passes.find(({ name }) => name === 'fusion')?.change ?? { text: '', lines: [] }
  expect(listing?.signs?.[0]).toBe('@')
  expect(listing?.lines[0]).toBe('⋯')
  expect(listing?.sources).toEqual(lines)
  const signed = text.split('\n')
  listing?.lines.forEach((line, i) => {
    if (listing.signs?.[i] !== '@') expect(`${listing.signs?.[i]}${line}`).toBe(signed[i])
  })
  const quiet = steps.find(({ shows }) => !shows)
  expect(quiet && listingOfStep(quiet)).toBeUndefined()
})

it('finds passes by a part of their name or of their pipeline’s', () => {
  const found = filtered(steps, 'DOT-lib')
  expect(found.length).toBeGreaterThan(0)
  for (const { name, pipeline } of found) expect(`${name} ${pipeline}`).toContain('dot-lib')
  expect(filtered(steps, ' ')).toEqual(steps)
})
