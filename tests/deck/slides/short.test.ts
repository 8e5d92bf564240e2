import { resolve } from 'node:path'
import { load } from '@slidev/parser/fs'
import { expect, it } from 'vitest'

const ENTRY = resolve('slides/short.md')
const NAMED = /^---\n# (.+)\nsrc: /gm

it('takes the slides that it names, by their numbers on the pages', async () => {
  const deck = await load({ userRoot: resolve('slides'), roots: [] }, ENTRY)
  const source = deck.markdownFiles[ENTRY]?.raw ?? ''
  const named = [...source.matchAll(NAMED)].flatMap(([, titles]) => titles?.split('; ') ?? [])
  expect(named.length).toBeGreaterThan(15)
  expect(deck.slides.slice(1).map((slide) => slide.title)).toEqual(named)
})
