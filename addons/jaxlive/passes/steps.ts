import { type Listing, listingOf, type Sign } from '../program/listing'
import type { Pass, Passes, Stage } from '../rest/types'

/** What a program counts. */
interface Counts {
  instructions: number
  fusions: number
}

/** A pass with what it found; or the text before the first, or after the last. */
export interface Step {
  /** The same in another run: pipeline, name, and the how-manieth of them. */
  key: string
  name: string
  pipeline: string
  /** Its place among the passes, from 0. */
  place: number
  before: Counts
  after: Counts
  shows: { stage: Stage } | { change: NonNullable<Pass['change']> } | undefined
}

/** All passes in their order, between the texts that they begin and end with. */
export function stepsOf({ passes, first, last }: Passes): Step[] {
  const seen = new Map<string, number>()
  const steps = passes.map((pass, place): Step => {
    const name = `${pass.pipeline}/${pass.name}`
    seen.set(name, (seen.get(name) ?? 0) + 1)
    return {
      key: `${name} ${seen.get(name)}`,
      name: pass.name,
      pipeline: pass.pipeline,
      place,
      before: passes[place - 1] ?? (first ? countsOf(first) : pass),
      after: pass,
      shows: pass.change ? { change: pass.change } : undefined,
    }
  })
  return [textStep('before', first, 0), ...steps, textStep('after', last, passes.length - 1)].filter(
    (step) => step !== undefined,
  )
}

function textStep(when: 'before' | 'after', stage: Stage | null, place: number): Step | undefined {
  if (!stage) return
  const counts = countsOf(stage)
  return { key: when, name: `${when} all passes`, pipeline: '', place, before: counts, after: counts, shows: { stage } }
}

function countsOf({ count, fusions }: Stage): Counts {
  return { instructions: count ?? 0, fusions: fusions?.length ?? 0 }
}

/** Those that left and right go through: what changes nothing has nothing to show. */
export function telling(steps: readonly Step[]): Step[] {
  return steps.filter(({ shows }) => shows)
}

export function isPass({ shows }: Step): boolean {
  return !shows || 'change' in shows
}

/** The text or the difference of a step as lines; none for a pass that changed nothing. */
export function listingOfStep({ shows }: Step): Listing | undefined {
  if (!shows) return
  if ('stage' in shows) return listingOf(shows.stage)
  const { text, lines } = shows.change
  const signed = text.split('\n')
  const plain = signed.map((line) => (line.startsWith('@') ? '⋯' : line.slice(1)))
  const signs = signed.map((line) => (line[0] ?? ' ') as Sign)
  return { ...listingOf({ name: 'hlo', text: plain.join('\n'), lines }), folds: new Map(), signs }
}

/** "14 → 9 instructions, 0 → 2 fusions"; what stays says its number once. */
export function countWords({ before, after }: Step): string {
  const words = (['instructions', 'fusions'] as const).map((noun) => {
    const [was, is] = [before[noun], after[noun]]
    const counted = is === 1 ? noun.slice(0, -1) : noun
    return was === is ? `${is} ${counted}` : `${was} → ${is} ${counted}`
  })
  return words.join(', ')
}

/** Steps whose pass or pipeline has the word; capitals count for nothing. */
export function filtered(steps: readonly Step[], word: string): Step[] {
  const wanted = word.trim().toLowerCase()
  return steps.filter(({ name, pipeline }) => `${name} ${pipeline}`.toLowerCase().includes(wanted))
}
