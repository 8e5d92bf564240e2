import { expect, it } from 'vitest'
import { behind } from '../../../themes/academic/behind'

const slides = [
  { title: 'A claim', frontmatter: { behind: ['proof', 'nowhere'] } },
  { title: 'The `proof`', frontmatter: { routeAlias: 'proof' } },
  { title: 'Another claim', frontmatter: { behind: 'proof' } },
]

it('names the slides behind a slide, and leaves out those that this deck lacks', () => {
  expect(behind(slides, 1)).toEqual([{ alias: 'proof', title: 'The proof' }])
  expect(behind(slides, 3)).toEqual([{ alias: 'proof', title: 'The proof' }])
  expect(behind(slides, 2)).toEqual([])
})
