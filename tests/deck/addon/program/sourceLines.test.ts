import { expect, it } from 'vitest'
import { listingOf } from '../../../../addons/jaxlive/program/listing'
import { badges, bar, consequence, contents } from '../../../../addons/jaxlive/program/sourceLines'
import { controlFlow, doubled, normalize, stageOf } from '../../programs'

it('numbers the source lines that the stages lead back to, in the order of the file', () => {
  const found = badges(controlFlow)
  const lines = [...found.keys()]
  expect(lines).toEqual([...lines].sort((a, b) => a - b))
  expect([...found.values()].map(({ number }) => number)).toEqual(lines.map((_, i) => i + 1))
  expect(found.get(lines[0] ?? -1)?.hue).toBe('var(--hue-1)')
  expect(badges(doubled).has(4)).toBe(false)
})

it('says what became of a source line', () => {
  const listings = doubled.stages.map(listingOf)
  expect(consequence(listings, 5)).toBe('line 5: 1 equation, 2 instructions')
  expect(consequence(listings, 4)).toBe('line 4: 0 equations, 0 instructions')
})

it.each([normalize, controlFlow])('counts what the server counted in $label', ({ stages }) => {
  for (const stage of stages.slice(1)) {
    const everywhere = { ...stage, lines: stage.lines.map(() => 1) }
    expect(consequence([listingOf(everywhere)], 1)).toBe(`line 1: ${stage.count} ${stage.counted}`)
  }
})

it('says what a stage consists of', () => {
  expect(contents(stageOf(normalize, 'hlo'))).toBe('7 fusions, 57 instructions')
  expect(contents(stageOf(doubled, 'jaxpr'))).toBe('1 equation')
  expect(contents({ ...stageOf(doubled, 'hlo'), count: null, fusions: [] })).toBe('')
})

it('shows several hues one above the other', () => {
  expect(bar([])).toBeUndefined()
  expect(bar(['red'])).toBe('red')
  expect(bar(['red', 'blue'])).toBe('linear-gradient(red 0% 50%, blue 50% 100%)')
})
