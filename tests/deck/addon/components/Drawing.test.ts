import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Drawing from '../../../../addons/jaxlive/components/Drawing.vue'
import { nav } from '../../slidev'

vi.mock('@slidev/client', () => import('../../slidev'))

const files = import.meta.glob<string>('../../../../imgs/*.svg', { query: '?raw', import: 'default', eager: true })
const drawings = Object.entries(files).map(([path, svg]) => [path.split('/').pop()?.replace('.svg', '') ?? '', svg])

beforeEach(() => {
  nav.clicks.value = 0
})
enableAutoUnmount(afterEach)

it('says to its SVG how many clicks the slide has had', async () => {
  const drawing = mount(Drawing, { props: { name: 'fusion', alt: 'Six trips become one.' } })
  expect(drawing.attributes()).toMatchObject({ role: 'img', 'aria-label': 'Six trips become one.', 'data-step': '0' })
  nav.clicks.value = 1
  await flushPromises()
  expect(drawing.attributes('data-step')).toBe('1')
  expect(drawing.find('svg').exists()).toBe(true)
})

it('names the file that is not there', () => {
  expect(() => mount(Drawing, { props: { name: 'fussion', alt: '' } })).toThrow('imgs/fussion.svg does not exist')
})

describe.each(drawings)('%s.svg', (name, svg) => {
  const style = svg.match(/<style>(.*)<\/style>/s)?.[1] ?? ''

  it('shares a page: its ids, classes and keyframes begin with its name', () => {
    const attributes = [...svg.matchAll(/ (?:id|class)="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
    const inStyle = [...style.matchAll(/(?:\.(?=[a-z])|@keyframes )([\w-]+)/g)].map(([, own = '']) => own)
    for (const own of [...attributes, ...inStyle]) expect(own).toMatch(RegExp(`^${name}-`))
  })

  it('moves only for those who want motion', () => {
    const [states] = style.split('@media (prefers-reduced-motion: no-preference)')
    expect(states).not.toMatch(/transition|animation/)
  })
})
