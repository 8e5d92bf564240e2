import { resolve } from 'node:path'
import { load } from '@slidev/parser/fs'
import { mount, RouterLinkStub } from '@vue/test-utils'
import { beforeEach, expect, it, vi } from 'vitest'
import { ref, shallowRef } from 'vue'
import Cover from '../../../themes/academic/layouts/cover.vue'
import Section from '../../../themes/academic/layouts/section.vue'
import SlideTop from '../../../themes/academic/slide-top.vue'

const deck = await load({ userRoot: resolve('slides'), roots: [] }, resolve('slides/slides.md'))
const { stages: STAGES } = deck.headmatter.themeConfig as { stages: string[] }
const dividers = deck.slides.filter(({ frontmatter }) => frontmatter.layout === 'section')
const appendix = deck.slides.findIndex(({ frontmatter }) => frontmatter.appendix)

const page = ref(1)
const themeConfigs: { stages?: string[] } = {}
vi.mock('@slidev/client', () => ({
  useSlideContext: () => ({ $page: page, $slidev: { themeConfigs } }),
  useNav: () => ({ slides: shallowRef(deck.slides.map((slide) => ({ meta: { slide } }))) }),
}))
beforeEach(() => {
  themeConfigs.stages = STAGES
})

const litOf = (wrapper: ReturnType<typeof mount>) => wrapper.findAll('.lit').map((stage) => stage.text())

it.each(dividers.map(({ title, frontmatter }) => [title, frontmatter.stage]))('%s lights %s', (_, stage) => {
  const divider = mount(Section, { props: { stage } })
  expect(divider.findAll('li').map((one) => one.text())).toEqual(STAGES)
  expect(litOf(divider)).toEqual(stage ? [stage] : STAGES)
  expect(divider.findAll('[aria-current=step]').map((one) => one.text())).toEqual(stage ? [stage] : [])
})

it('lights all on the cover, and draws no row where the deck names no stages', () => {
  expect(litOf(mount(Cover))).toEqual(STAGES)
  themeConfigs.stages = undefined
  expect(mount(Cover).find('.stages').exists()).toBe(false)
})

it('refuses a stage that the deck does not name', () => {
  const silent = { global: { config: { warnHandler: () => {} } } }
  expect(() => mount(Section, { props: { stage: 'nowhere' }, ...silent })).toThrow('got nowhere, expected one of')
})

it('says in the footer where each slide of the deck stands', () => {
  const said = deck.slides.map((_, i) => {
    page.value = i + 1
    return mount(SlideTop, { global: { stubs: { RouterLink: RouterLinkStub } } }).text()
  })
  expect(said[0]).toBe('')
  expect(said[appendix - 1]).toMatch(/Part (\d+) of \1$/)
  expect(said[appendix]).toMatch(/A1 of \d+$/)
  expect(said.at(-1)).toMatch(/A(\d+) of \1$/)
})
