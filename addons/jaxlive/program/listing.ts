import type { Stage } from '../rest/types'
import { type Fold, foldsOf } from './folds'

/** A stage made ready to be drawn. */
export interface Listing {
  name: Stage['name']
  text: string
  lines: readonly string[]
  /** The source line of each line. */
  sources: readonly (number | null)[]
  /** The lines that came from each source line, in order. */
  places: ReadonlyMap<number, readonly number[]>
  folds: ReadonlyMap<number, Fold>
  /** Of a difference: what each line begins with; `@` is where lines are left out. */
  signs?: readonly Sign[]
}

export type Sign = ' ' | '+' | '-' | '@'

/** What is drawn in one row: a line, or a folded block by its first line with the source lines of all within. */
export interface Row {
  line: number
  fold: Fold | undefined
  folded: boolean
  sources: readonly number[]
}

export function listingOf({ name, text, lines: sources }: Pick<Stage, 'name' | 'text' | 'lines'>): Listing {
  const lines = text.split('\n')
  const places = new Map<number, number[]>()
  sources.forEach((source, line) => {
    if (source === null) return
    const others = places.get(source)
    if (others) others.push(line)
    else places.set(source, [line])
  })
  return { name, text, lines, sources, places, folds: foldsOf(lines, name) }
}

/** The rows of a listing whose blocks are folded at these lines. */
export function rowsOf({ lines, sources, folds }: Listing, folded: ReadonlySet<number>): Row[] {
  const rows: Row[] = []
  for (let line = 0; line < lines.length; line++) {
    const fold = folds.get(line)
    const end = fold && folded.has(line) ? fold.end : line
    const within = sources.slice(line, end + 1).filter((source) => source !== null)
    rows.push({ line, fold, folded: end > line, sources: [...new Set(within)].sort((a, b) => a - b) })
    line = end
  }
  return rows
}

/** The index of the row that shows a line, which a folded row does for all lines within. */
export function rowAt(rows: readonly Row[], line: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((rows[middle]?.line ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}

/** What stands for the lines of a folded block: " _where … } in". */
export function summary({ fold, folded }: Row): string {
  if (!fold || !folded) return ''
  return [fold.name && ` ${fold.name}`, ' …', fold.tail && ` ${fold.tail}`].join('')
}
