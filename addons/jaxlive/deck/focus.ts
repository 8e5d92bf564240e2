import type { DeckPosition } from '../rest/types'

/** What of a slide is drawn as large as all of it. */
export type Focus = NonNullable<DeckPosition['focus']>

const ALL: readonly Focus[] = ['result', 'code', 'both']

/** What there is to enlarge on a slide, in the order of the key that goes through it. */
export function fociOf(layout: Element): readonly Focus[] {
  const columns = [...layout.querySelectorAll('.columns > *')]
  const hasCode = columns.some((one) => one.querySelector('.slidev-code-wrapper') && !one.querySelector('.experiment'))
  return hasCode ? ALL : ['result']
}

/** The one after this; after the last the slide as it is. */
export function nextFocus(now: Focus | undefined, foci: readonly Focus[]): Focus | undefined {
  return foci[now ? foci.indexOf(now) + 1 : 0]
}

/** What the front matter of a slide has at a click step: `focus: { 1: result, 2: both }`. */
export function plannedFocus(plan: unknown, clicks: number): Focus | undefined {
  const planned = typeof plan === 'object' ? (plan as Record<number, unknown> | null)?.[clicks] : undefined
  return ALL.find((focus) => focus === planned)
}
