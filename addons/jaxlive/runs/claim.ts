import type { Block } from '../rest/types'
import { digits, ratio } from '../shared/format'

type Bound = string | number | undefined

/** What a sentence claims of its number. */
export interface Bounds {
  atLeast?: Bound
  atMost?: Bound
  equals?: Bound
}

/** Numbers that agree to a part in a million are equal. */
const EQUAL = 1e-6

/**
 * The number that a metric names in the blocks of a run; the first block that has it counts.
 *
 * `ratios.OF/OVER`: the median of this ratio of times, which may be stored the other way round.
 * `values.NAME`: a single number that the code returned.
 * `table.LABEL.ROW.COLUMN`: a cell; ROW is what the row's first cell says. These three hold no dot.
 * `series.LABEL.LINE.X`: y of the point that a line has at X.
 *
 * A ratio that its run cannot tell carries no claim, whatever its number is.
 *
 * server/jaxlive/runs/claims.py reads the same; tests/claims.json holds for both.
 */
export function measured(blocks: readonly Block[], metric: string): number | undefined {
  const [kind, ...path] = metric.split('.')
  for (const block of blocks) {
    const found = kind === kindOf(block) ? within(block, path) : undefined
    if (typeof found === 'number') return found
  }
}

function kindOf({ kind }: Block): string {
  return kind === 'timings' ? 'ratios' : kind
}

function within(block: Block, path: readonly string[]): unknown {
  const name = path.join('.')
  if (block.kind === 'values') return block.items.find((item) => item.name === name)?.data
  if (block.kind === 'table' && block.label === path[0] && path.length === 3) {
    return block.rows.find(([first]) => String(first) === path[1])?.[block.columns.indexOf(path[2] ?? '')]
  }
  if (block.kind === 'series') return block.points.find(({ line, x }) => `${block.label}.${line}.${x}` === name)?.y
  if (block.kind !== 'timings') return
  const there = block.ratios.find(({ of, over }) => `${of}/${over}` === name)
  const back = block.ratios.find(({ of, over }) => `${over}/${of}` === name)
  return there?.median ?? (back && 1 / back.median)
}

/** Whether a metric is a ratio that its run cannot tell. */
export function undecided(blocks: readonly Block[], metric: string): boolean {
  const ratios = blocks.flatMap((block) => (block.kind === 'timings' ? block.ratios : []))
  const found = ratios.find(({ of, over }) => [`ratios.${of}/${over}`, `ratios.${over}/${of}`].includes(metric))
  return found?.outcome === 'undecided'
}

/** What is not true of the number, in words; undefined when the claim holds. */
export function broken(number: number, { atLeast, atMost, equals }: Bounds): string | undefined {
  if (atLeast !== undefined && number < Number(atLeast)) return `the slide says at least ${atLeast}`
  if (atMost !== undefined && number > Number(atMost)) return `the slide says at most ${atMost}`
  if (equals === undefined) return
  const wanted = Number(equals)
  if (Math.abs(number - wanted) > EQUAL * Math.max(1, Math.abs(wanted))) return `the slide says exactly ${equals}`
}

/** The number as a sentence has it: a ratio with its sign, 2.1×. */
export function claimed(number: number, metric: string): string {
  return metric.startsWith('ratios.') ? `${ratio(number)}×` : digits(number)
}
