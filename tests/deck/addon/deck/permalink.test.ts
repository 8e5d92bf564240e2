import { afterEach, describe, expect, it } from 'vitest'
import {
  createMemoryHistory,
  createRouter,
  createWebHashHistory,
  createWebHistory,
  type RouterHistory,
} from 'vue-router'
import type { Field } from '../../../../addons/jaxlive/card/form'
import { addressOf, follow, linked, readAs, slideOf } from '../../../../addons/jaxlive/deck/permalink'

const card = (name: string, pinned = {}, drawn = false) => ({ name, pinned, drawn })
const slide = (no: number, ...experiments: object[]) => ({ no, meta: { slide: { frontmatter: { experiments } } } })
const slides = [
  slide(1),
  slide(2, card('sum', {}, true), card('product', { terms: 10 })),
  slide(3, card('product', { terms: 20 }), card('drawing', {}, true)),
  slide(4, card('sum')),
  { no: 5, meta: { slide: { frontmatter: { appendix: true } } } },
  slide(6, card('sum'), card('product'), card('drawing'), card('more')),
]
const Slide = { template: '<p />' }

function routed(history: RouterHistory) {
  const before = { play: '', presenter: '/presenter' }
  const routes = Object.entries(before).map(([name, path]) => {
    return { name, path: `${path}/:no`, component: Slide, beforeEnter: follow(() => slides, path) }
  })
  return createRouter({ history, routes })
}

afterEach(() => {
  linked.value = undefined
})

describe('a permalink', () => {
  it.each([
    ['sum', {}, 4],
    ['product', {}, 2],
    ['product', { terms: '20' }, 3],
    ['product', { terms: '30' }, 6],
    ['drawing', {}, 3],
    ['more', {}, 6],
    ['nothing', {}, undefined],
  ])('of %s with %o leads to slide %s', (name, query, no) => {
    expect(slideOf(slides, name, query)).toBe(no)
  })

  it.each([
    ['/sum?terms=5', '/4'],
    ['/presenter/product?terms=20', '/presenter/3'],
    ['/3?clicks=1', '/3?clicks=1'],
    ['/alias', '/alias'],
  ])('%s goes on to %s', async (from, to) => {
    const router = routed(createMemoryHistory())
    await router.push(from)
    expect(router.currentRoute.value.fullPath).toBe(to)
  })

  it('tells the card what the address asks for', async () => {
    await routed(createMemoryHistory()).push('/sum?terms=5')
    expect(linked.value).toEqual({ name: 'sum', query: { terms: '5' } })
  })

  it.each([
    [createWebHistory('/talk/'), '/talk/sum?terms=5&exact=true'],
    [createWebHashHistory('./'), '#/sum?terms=5&exact=true'],
  ])('holds the parameters, under any path', (history, end) => {
    const address = addressOf(routed(history), 'sum', { terms: 5, exact: true })
    expect(address.startsWith(location.origin)).toBe(true)
    expect(address.endsWith(end)).toBe(true)
  })
})

it.each([
  [{ input: 'number' }, '1e6', 1_000_000],
  [{ input: 'number' }, 'many', 'many'],
  [{ input: 'number' }, '', ''],
  [{ input: 'checkbox' }, 'true', true],
  [{ input: 'checkbox' }, 'false', false],
  [{ input: 'select', options: [1, 2] }, '2', 2],
  [{ input: 'select', options: ['cpu'] }, 'gpu', 'gpu'],
  [{ input: 'text' }, '5', '5'],
])('reads for %o from %j: %j', (field, text, value) => {
  expect(readAs({ options: [], ...field } as unknown as Field, text)).toBe(value)
})
