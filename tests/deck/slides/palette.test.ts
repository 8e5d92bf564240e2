import { describe, expect, it } from 'vitest'
import { contrast, distance, EYES, schemes } from '../colours'

const FRAMEWORKS = ['numpy', 'torch', 'eager', 'jit', 'flax']
/** They share one chart with each other and with the frameworks. */
const LIBRARIES = ['scipy', 'optax', 'optimistix']
const HUES = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `hue-${place}`)
const FIRST = HUES.slice(0, 4)

/** What was reached, in Oklab: lines of most charts, libraries that compete, and the many source lines of a program. */
const [LEAST, LIBRARY, HUE] = [0.079, 0.069, 0.05]

function pairs(names: readonly string[]): [string, string][] {
  return names.flatMap((one, i) => names.slice(0, i).map((other): [string, string] => [one, other]))
}

describe.each(schemes)('in %s', (_, tokens) => {
  it.each(Object.entries(EYES))('%s tell what shares a chart apart', (_, eye) => {
    const sets: [string[], number][] = [
      [[...FRAMEWORKS, ...FIRST], LEAST],
      [[...FRAMEWORKS, ...LIBRARIES], LIBRARY],
      [[...FRAMEWORKS, ...HUES], HUE],
    ]
    for (const [names, least] of sets)
      for (const [one, other] of pairs(names))
        expect(distance(tokens[one], tokens[other], eye), `${one}, ${other}`).toBeGreaterThanOrEqual(least)
  })

  it('nothing wears the colour of a framework, but the accent that of JAX', () => {
    const others = Object.keys(tokens).filter((name) => !FRAMEWORKS.includes(name) && name !== 'accent')
    for (const name of others)
      for (const framework of FRAMEWORKS)
        expect(distance(tokens[name], tokens[framework]), `${name}, ${framework}`).toBeGreaterThan(0.04)
  })

  it('lines are seen on every paper', () => {
    for (const line of [...FRAMEWORKS, ...LIBRARIES, ...HUES])
      for (const paper of ['paper', 'surface', 'sunk'])
        expect(contrast(tokens[line], tokens[paper]), `${line} on ${paper}`).toBeGreaterThanOrEqual(3)
  })
})
