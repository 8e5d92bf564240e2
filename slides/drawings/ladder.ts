import type { Block, Table } from 'slidev-addon-jaxlive/rest/types'
import { continued } from 'slidev-addon-jaxlive/shared/lineDiff'

/** A piece of a line of a jaxpr; `fresh` when the rung below does not have it. */
export interface Piece {
  text: string
  fresh: boolean
}

/** A line, or, of lines that stand on the rung below too, how many are left out. */
export type RungLine = readonly Piece[] | number

export interface Rung {
  name: string
  /** Unknown until all rungs are counted. */
  equations: number | undefined
  lines: readonly RungLine[]
  /** Lines that the rung below does not have. */
  added: number
}

/** What fits beside the ladder: rows, and characters in one; a longer line wraps. */
const [ROWS, COLUMNS] = [14, 60]
const TYPE = /(\b[\w<>]+\[[\d,]*\])/

/** The rungs of the experiment composition, from f up, as far as its blocks have come. */
export function rungsOf(blocks: readonly Block[]): Rung[] {
  const table = blocks.find((one): one is Table => one.kind === 'table' && one.label === 'the ladder')
  let below: readonly string[] | undefined
  return blocks.flatMap((block) => {
    if (block.kind !== 'printed' || !block.label.startsWith('jaxpr of ')) return []
    const name = block.label.slice('jaxpr of '.length)
    const counted = table?.rows.find((row) => row[0] === name)
    const lines = compared(below ?? block.lines, block.lines)
    below = block.lines
    const added = lines.filter((line) => line.every(({ fresh }) => fresh)).length
    return [{ name, equations: counted && Number(counted[2]), lines: shortened(lines), added }]
  })
}

/** The lines of a jaxpr, with what is new against another: equations by what they do, as letters shift; then types. */
export function compared(before: readonly string[], after: readonly string[]): Piece[][] {
  const matches = continued(before.map(meaning), after.map(meaning))
  return after.map((text, i) => {
    const other = before[matches[i] ?? -1]
    return other === undefined ? [{ text, fresh: true }] : retyped(other, text)
  })
}

/** A line without the names and types of its variables: `_:f32[3] = mul b 1.0:f32[]` is `= mul 1.0`. */
function meaning(line: string): string {
  return line
    .replace(/\b[a-z_]{1,2}(?=[:,\s;)}]|$)/g, '')
    .replace(/:[\w<>]+\[[\d,]*\]/g, '')
    .replace(/\s+/g, ' ')
}

function retyped(before: string, after: string): Piece[] {
  const old = before.split(TYPE)
  return after
    .split(TYPE)
    .map((text, i) => ({ text, fresh: i % 2 === 1 && text !== old[i] }))
    .filter(({ text }) => text)
}

/** Where there is no room for all lines, the longest run of known ones keeps its ends. */
function shortened(lines: readonly Piece[][]): RungLine[] {
  const surplus = lines.reduce((rows, line) => rows + Math.ceil(lengthOf(line) / COLUMNS), -ROWS)
  if (surplus <= 0) return [...lines]
  const known = lines.map((line) => line.every(({ fresh }) => !fresh))
  const runs = known.map((_, i) => {
    const end = known.indexOf(false, i)
    return (end < 0 ? known.length : end) - i
  })
  const begin = runs.indexOf(Math.max(...runs)) + 1
  return [...lines.slice(0, begin), surplus + 1, ...lines.slice(begin + surplus + 1)]
}

function lengthOf(line: readonly Piece[]): number {
  return line.reduce((length, { text }) => length + text.length, 0)
}
