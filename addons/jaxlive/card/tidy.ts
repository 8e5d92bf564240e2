import type { Block } from '../rest/types'
import { words } from '../shared/format'

type Figure = string | number | boolean | null | undefined
/** A figure, and where it is found: the block's label, the row, the column. */
type Entry = [label: string, row: Figure, column: string, value: Figure]

/** The figures of a run's blocks as CSV (RFC 4180), one a line: tidy data, for any tool. */
export function csvOf(blocks: readonly Block[]): string {
  const lines = [['block', 'row', 'column', 'value'], ...blocks.flatMap(entriesOf)]
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
}

function entriesOf(block: Block): Entry[] {
  const label = block.kind === 'note' ? 'note' : words(block.label)
  const entry = (row: Figure, column: string, value: Figure): Entry => [label, row, column, value]
  switch (block.kind) {
    case 'timings':
      return block.rows.flatMap(({ variant, latency }) => [
        entry(variant, 'median, s', latency.median_s),
        entry(variant, 'low end of 95 %, s', latency.ci95_s[0]),
        entry(variant, 'high end of 95 %, s', latency.ci95_s[1]),
        ...latency.samples_s.map((sample, i) => entry(variant, `sample ${i + 1}, s`, sample)),
      ])
    case 'table':
      return block.rows.flatMap((row, i) => row.map((cell, j) => entry(i + 1, block.columns[j] ?? '', cell)))
    case 'series':
      return block.points.map(({ line, x, y }) => entry(x, line, y))
    case 'heatmap':
      return block.cells.flatMap((row, i) => row.map((cell, j) => entry(block.ys[i], String(block.xs[j]), cell)))
    case 'values':
      return block.items.map(({ name, text }) => entry(name, 'value', text))
    case 'printed':
      return block.lines.map((line, i) => entry(i + 1, 'line', line))
    case 'note':
      return [entry('', 'note', block.text)]
    case 'raised':
      return [entry(block.type, 'message', block.message)]
    default:
      return []
  }
}

function quoted(value: Figure): string {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
