import type { Program, Stage } from '../rest/types'
import { digits } from '../shared/format'
import type { Listing } from './listing'

const HUES = 8

/** The badge of a source line: its number on the slide, and its colour. */
export interface Badge {
  number: number
  hue: string
}

/** The source lines that some stage leads back to, numbered from 1 in the order of the file. */
export function badges(program: Program): Map<number, Badge> {
  return badgesOf(program.stages.filter(({ name }) => name !== 'python').flatMap((stage) => stage.lines))
}

export function badgesOf(lines: readonly (number | null)[]): Map<number, Badge> {
  const sources = [...new Set(lines.filter((line) => line !== null))].sort((a, b) => a - b)
  return new Map(sources.map((line, i) => [line, { number: i + 1, hue: `var(--hue-${(i % HUES) + 1})` }]))
}

/** One or more hues as a vertical bar. */
export function bar(hues: readonly string[]): string | undefined {
  if (hues.length < 2) return hues[0]
  const stops = hues.map((hue, i) => `${hue} ${(100 * i) / hues.length}% ${(100 * (i + 1)) / hues.length}%`)
  return `linear-gradient(${stops.join(', ')})`
}

/** What a line has to look like to be one of what a stage is made of. */
const STEPS: Partial<Record<Stage['name'], { one: string; line: RegExp }>> = {
  jaxpr: { one: 'equation', line: /^(?!let )\s*\S.* = \w/ },
  stablehlo: { one: 'operation', line: /^\s*%[\w.-]+(:\d+)? = / },
  hlo: { one: 'instruction', line: /^\s*(ROOT )?%[\w.-]+ = / },
}

/** What became of a source line: "line 12: 3 equations, 2 instructions". */
export function consequence(listings: readonly Listing[], source: number): string {
  const parts = listings.flatMap(({ name, lines, places }) => {
    const step = STEPS[name]
    if (!step) return []
    const count = (places.get(source) ?? []).filter((line) => step.line.test(lines[line] ?? '')).length
    return counted(count, `${step.one}s`)
  })
  return `line ${source}: ${parts.join(', ')}`
}

/** A count with its noun: "1 equation", "6 equations". */
export function counted(count: number, nouns: string): string {
  return `${digits(count)} ${count === 1 ? nouns.replace(/s$/, '') : nouns}`
}

/** What a stage consists of: "6 equations", "1 fusion, 14 instructions". */
export function contents({ count, counted: nouns, fusions }: Stage): string {
  const parts = [
    fusions?.length ? counted(fusions.length, 'fusions') : '',
    count == null ? '' : counted(count, nouns ?? 'lines'),
  ]
  return parts.filter(Boolean).join(', ')
}
