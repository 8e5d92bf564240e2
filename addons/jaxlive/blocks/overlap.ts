import type { Series } from '../rest/types'
import { variantLabel } from './variants'

/** Of the axis: a line's thickness in a chart 200 px high. */
const THICKNESS = 0.01
/** Of the points of the longer line, those that agree. */
const MOST = 0.8

/** Lines that hide each other, in words, as no colour can show them: "JAX and Flax coincide". */
export function overlapWords(points: Series['points'], scale: Series['y']['scale']): string[] {
  const lines = heights(points, scale)
  const groups: string[][] = []
  for (const [name, line] of lines) {
    const group = groups.find(([first = '']) => agree(lines.get(first), line))
    if (group) group.push(name)
    else groups.push([name])
  }
  const hidden = groups.filter(({ length }) => length > 1)
  if (lines.size > 2 && hidden[0]?.length === lines.size) return ['all lines coincide']
  return hidden.map((group) => `${listed(group.map(variantLabel))} coincide`)
}

/** Of each line, by x: how high it is on the axis, from 0 to 1. */
function heights(points: Series['points'], scale: Series['y']['scale']): Map<string, Map<number, number>> {
  const on = scale === 'log' ? Math.log : Number
  const finite = points.flatMap(({ line, x, y }) => (y === null ? [] : [{ line, x, y: on(y) }]))
  const ys = finite.map(({ y }) => y)
  const [low, high] = [Math.min(...ys), Math.max(...ys)]
  const lines = new Map<string, Map<number, number>>()
  for (const { line, x, y } of finite) {
    const before = lines.get(line) ?? new Map<number, number>()
    lines.set(line, before.set(x, (y - low) / (high - low || 1)))
  }
  return lines
}

function agree(one: ReadonlyMap<number, number> | undefined, other: ReadonlyMap<number, number>): boolean {
  const common = [...other].filter(([x, y]) => Math.abs((one?.get(x) ?? Number.NaN) - y) <= THICKNESS).length
  return common > 1 && common >= MOST * Math.max(one?.size ?? 0, other.size)
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
