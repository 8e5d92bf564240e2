import { expect, it } from 'vitest'
import { chaptersOf, type Head, shareOf } from '../../../../addons/jaxlive/deck/questions'

const divider = (title: string): Head => ({ title, frontmatter: { layout: 'section' } })
const asked = (alias: string): Head => ({ title: alias, frontmatter: { question: `Why ${alias}?`, routeAlias: alias } })
const slides = [
  { title: 'Cover', frontmatter: {} },
  divider('Talk'),
  { title: 'A claim', frontmatter: {} },
  divider('Arrays'),
  asked('x64'),
  asked('masks'),
  divider('Loops'),
  asked('scan'),
  divider('Keys'),
  asked('split'),
]

it('gathers questions by chapter, and leaves out chapters that answer none', () => {
  const chapters = chaptersOf(slides)
  expect(chapters.map(({ title }) => title)).toEqual(['Arrays', 'Loops', 'Keys'])
  expect(chapters[0]?.questions).toEqual([
    { question: 'Why x64?', alias: 'x64' },
    { question: 'Why masks?', alias: 'masks' },
  ])
})

it.each([1, 2, 3, 5])('puts each chapter on one of %i pages, in order', (of) => {
  const chapters = chaptersOf(slides)
  const pages = Array.from({ length: of }, (_, i) => shareOf(chapters, i + 1, of))
  expect(pages.flat()).toEqual(chapters)
})
