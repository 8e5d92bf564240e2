import { expect, it } from 'vitest'
import { contrast, schemes } from './colours'

it.each(schemes)('in %s, code reaches AA as it is, lit and found', (_, tokens) => {
  const inks = Object.keys(tokens).filter((name) => name.startsWith('syntax-') || ['ink', 'muted'].includes(name))
  expect(inks.length).toBeGreaterThan(5)
  for (const ink of inks)
    for (const paper of ['sunk', 'soft'])
      expect(contrast(tokens[ink], tokens[paper]), `${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5)
  expect(contrast(tokens.paper, tokens.warn), 'the current match').toBeGreaterThanOrEqual(4.5)
})

it.each(schemes)('in %s, badges carry their number and bars are seen', (_, tokens) => {
  const hues = Object.keys(tokens).filter((name) => name.startsWith('hue-'))
  expect(hues).toHaveLength(8)
  for (const hue of hues) {
    expect(contrast(tokens['on-hue'], tokens[hue]), hue).toBeGreaterThanOrEqual(4.5)
    for (const paper of ['sunk', 'soft'])
      expect(contrast(tokens[hue], tokens[paper]), `${hue} on ${paper}`).toBeGreaterThanOrEqual(3)
  }
})
