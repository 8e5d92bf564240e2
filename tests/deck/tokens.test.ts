import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const stylesheet = (name: string) =>
  readFileSync(`${import.meta.dirname}/../../themes/academic/styles/${name}.css`, 'utf8')

function tokensOf(selector: string, css = stylesheet('tokens')): Record<string, string> {
  const rules = css.slice(css.indexOf(`\n${selector} {`)).split('}')[0] ?? ''
  return Object.fromEntries([...rules.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, value]) => [name, value]))
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one = '', other = ''): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const schemes: [string, Record<string, string>][] = [
  ['light', tokensOf(':root')],
  ['dark', { ...tokensOf(':root'), ...tokensOf('html.dark') }],
]

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
