import { expect, it } from 'vitest'
import { contrast, schemes, stylesheet, tokensOf } from '../colours'

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

it.each(['', 'html.dark '])('on dividers (%s), words and lit stages reach AA', (scheme) => {
  const tokens = tokensOf(`${scheme}.slidev-layout.section + footer`, stylesheet('dividers'))
  for (const ink of ['ink', 'muted', 'accent', 'warn'])
    expect(contrast(tokens[ink], tokens.paper), ink).toBeGreaterThanOrEqual(4.5)
  expect(contrast(tokens['on-accent'], tokens.accent), 'a lit stage').toBeGreaterThanOrEqual(4.5)
})
