import { shallowRef } from 'vue'
import type { LocationQuery, NavigationGuardWithThis, Router } from 'vue-router'
import type { Field } from '../card/form'
import type { Parameters } from '../rest/types'

/** A slide as a permalink finds it: its front matter has the experiments that it shows. */
interface Slide {
  no: number
  meta: { slide: { frontmatter: Record<string, unknown> } }
}

/** A card on a slide: what it pins, and whether a drawing stands in place of its form and blocks. */
interface Shown {
  name: string
  pinned: Parameters
  drawn: boolean
}

/** Where the last permalink led: the experiment, and its parameters as they are written in the address. */
export const linked = shallowRef<{ name: string; query: LocationQuery }>()

/**
 * The slide of an experiment: one that pins no other parameters than the link has goes first, then one of the main
 * talk, then one with a form.
 */
export function slideOf(slides: readonly Slide[], name: string, query: LocationQuery): number | undefined {
  const appendix = slides.find(({ meta }) => meta.slide.frontmatter.appendix)?.no ?? Number.POSITIVE_INFINITY
  const asked = Object.keys(query).length > 0
  const own = slides.flatMap(({ no, meta }) => {
    const shown = (meta.slide.frontmatter.experiments ?? []) as Shown[]
    return shown
      .filter((one) => one.name === name)
      .map(({ pinned, drawn }) => {
        const differs = asked && Object.entries(pinned).some(([key, value]) => query[key] !== String(value))
        return { no, rank: 4 * Number(differs) + 2 * Number(no >= appendix) + Number(drawn) }
      })
  })
  return own.sort((one, other) => one.rank - other.rank)[0]?.no
}

/** The whole address of a permalink, wherever the deck is served. */
export function addressOf(router: Router, name: string, params: Parameters): string {
  const query = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]))
  return new URL(router.resolve({ path: `/${name}`, query }).href, location.href).href
}

/** Sends `/EXPERIMENT?PARAMETER=VALUE` on to its slide, for Slidev to draw, and lets its card know. */
export function follow(slides: () => readonly Slide[], before: string): NavigationGuardWithThis<undefined> {
  return ({ params, query }) => {
    const name = String(params.no)
    const no = slideOf(slides(), name, query)
    if (no === undefined) return
    linked.value = { name, query }
    return { path: `${before}/${no}`, replace: true }
  }
}

/** What an address says of a parameter, in the type of its field; what that does not take, the server refuses in words. */
export function readAs({ input, options }: Field, text: string): unknown {
  if (input === 'checkbox') return text === 'true'
  if (input === 'select') return options.find((option) => String(option) === text) ?? text
  return input === 'number' && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
