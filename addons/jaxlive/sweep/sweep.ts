import { lineColours, variantLabel } from '../blocks/variants'
import type { Block, Row, Run, Status, Timings } from '../rest/types'
import { compact } from '../shared/format'

/** The time of a call of a variant at one value: the median in its 95 % interval, and the resolution of its ratio. */
export interface Point {
  variant: string
  colour: string
  x: number
  y: number
  low: number
  high: number
  resolution: number
}

/** Closer than this nothing is ahead, however fine the run: the rule of docs/protocol.md. */
const MARGIN = 1.05

/** Where a variant gets ahead of the one that was. */
export interface Crossover {
  x: number
  variant: string
}

/** What runs under way and runs that went wrong are told before. */
const RANK: readonly Status[] = ['running', 'queued', 'failed', 'timed_out', 'cancelled', 'done']

/** The run that stands for all of a sweep: one under way before one that went wrong, and that before one that is done. */
export function foremost(runs: readonly Run[]): Run | undefined {
  return runs.toSorted((one, other) => RANK.indexOf(one.status) - RANK.indexOf(other.status))[0]
}

/** The points of the runs that are done, by value: of each the complete timings with the most variants. */
export function pointsOf(runs: readonly Run[], over: string): Point[] {
  const done = runs.filter(({ status }) => status === 'done')
  const rows = done.flatMap(({ blocks, params }) => {
    const timings = widest(blocks)
    return (timings?.rows ?? []).map((row) => ({
      ...row,
      x: Number(params[over]),
      resolution: resolutionOf(row, timings),
    }))
  })
  const colours = lineColours(rows.map(({ variant }) => variant))
  const points = rows.map(({ variant, x, resolution, latency: { median_s, ci95_s } }) => {
    const [low, high] = ci95_s
    return { variant, colour: colours.get(variant) ?? '', x, y: median_s, low, high, resolution }
  })
  return points.toSorted((one, other) => one.x - other.x)
}

/** Of the ratio that a variant is in, else of the run. */
function resolutionOf({ variant }: Row, timings: Timings | undefined): number {
  const ratios = timings?.ratios ?? []
  const ratio = ratios.find(({ of }) => of === variant) ?? ratios[0]
  return ratio?.resolution ?? timings?.control?.resolution ?? 1
}

function widest(blocks: readonly Block[]): Timings | undefined {
  const complete = blocks.filter((block): block is Timings => block.kind === 'timings' && block.complete)
  return complete.toSorted((one, other) => other.rows.length - one.rows.length)[0]
}

/** The points at each value, in the order of the values. */
export function columnsOf(points: readonly Point[]): Point[][] {
  return [...new Set(points.map(({ x }) => x))].map((value) => points.filter(({ x }) => x === value))
}

/**
 * Where the lead changes. Who leads keeps the lead until another is faster beyond their intervals, the resolution and
 * 5 %: noise between two that are equally fast changes nothing.
 */
export function crossovers(points: readonly Point[]): Crossover[] {
  const columns = columnsOf(points)
  let leader: string | undefined
  return columns.flatMap((column, i) => {
    const first = fastest(column)
    const behind = column.find(({ variant }) => variant === leader)
    if (!first) return []
    if (behind && first.high * Math.max(MARGIN, first.resolution, behind.resolution) >= behind.low) return []
    const before = leader
    leader = first.variant
    const x = behind && before && crossing(columns.slice(0, i + 1), before, leader)
    return x ? [{ x, variant: leader }] : []
  })
}

function fastest(column: readonly Point[]): Point | undefined {
  return column.toSorted((one, other) => one.y - other.y)[0]
}

/** Where the line of one variant last comes below that of another, between two points, on logarithmic axes. */
function crossing(columns: readonly Point[][], before: string, after: string): number | undefined {
  const gaps = columns.flatMap((column) => {
    const [one, other] = [before, after].map((name) => column.find(({ variant }) => variant === name))
    return one && other ? [{ x: one.x, gap: Math.log(other.y / one.y) }] : []
  })
  const last = gaps.findLastIndex(({ gap }) => gap >= 0)
  const [left, right] = [gaps[last], gaps[last + 1]]
  return left && right && left.x * (right.x / left.x) ** (left.gap / (left.gap - right.gap))
}

/** Who is ahead, and from where, to two digits: JAX jit ahead from 12K elements. */
export function crossoverWords({ x, variant }: Crossover, unit: string): string {
  return `${variantLabel(variant)} ahead from ${compact(Number(x.toPrecision(2)))} ${unit}`.trim()
}
