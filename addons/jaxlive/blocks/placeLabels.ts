/** Where labels go so that they cover nothing. All in pixels, y downwards; `size` is that of the letters. */
import { type Place, widthOf } from './chart'

/** Dots one above the other that share a label. */
export interface Column {
  text: string
  x: number
  top: number
  bottom: number
}

/** A line of text, beside the size of its letters. */
export const LINE = 1.22
/** From a dot to the middle of its label. */
const GAP = 1.05
const STEPS = 32

/** A place for each column's label: below it or above, as near as there is room; the last resort is below. */
export function placeLabels(
  columns: readonly Column[],
  taken: readonly Place[],
  { top, bottom }: { top: number; bottom: number },
  size: number,
): (Column & Place)[] {
  const placed: (Column & Place)[] = []
  const [line, gap] = [LINE * size, GAP * size]
  const steps = Array.from({ length: STEPS }, (_, i) => gap + (i * line) / 3)
  for (const column of columns) {
    const below = steps.map((step) => column.bottom + step).filter((y) => y + line / 2 < bottom)
    const above = steps.map((step) => column.top - step).filter((y) => y - line / 2 > top)
    const nearest = [...below, ...above].sort((a, b) => distance(column, a, line) - distance(column, b, line))
    const free = nearest.find((y) => isFree({ ...column, y }, taken, placed, size))
    placed.push({ ...column, y: free ?? column.bottom + gap })
  }
  return placed
}

/** Labels of one column, of one or more lines, moved apart where they would touch: down, and up again at the bottom. */
export function apart<P extends Place & { text: string }>(
  labels: readonly P[],
  size: number,
  { top, bottom }: { top: number; bottom: number },
): P[] {
  const half = ({ text }: P) => (text.split('\n').length * LINE * size) / 2
  const moved = labels.toSorted((a, b) => a.y - b.y).map((label) => ({ ...label }))
  let edge = top - LINE * size
  for (const label of moved) {
    label.y = Math.max(label.y, edge + half(label))
    edge = label.y + half(label)
  }
  edge = bottom + LINE * size
  for (const label of moved.toReversed()) {
    label.y = Math.min(label.y, edge - half(label))
    edge = label.y - half(label)
  }
  return moved
}

/** Dots that would cover each other stand side by side, `size` apart; to the right, as a roof rises from the left. */
export function abreast<P extends Place>(dots: readonly P[], size: number): P[] {
  return dots.map((dot) => {
    const group = dots.filter(({ x, y }) => x === dot.x && Math.abs(y - dot.y) < size)
    return { ...dot, x: dot.x + group.indexOf(dot) * size }
  })
}

/** Above is where the roof is: only where below is far. */
function distance({ top, bottom }: Column, y: number, line: number): number {
  return y > bottom ? y - bottom : top - y + 6 * line
}

function isFree(
  label: Column & Place,
  taken: readonly Place[],
  placed: readonly (Column & Place)[],
  size: number,
): boolean {
  const [half, line] = [widthOf(label.text, size) / 2, LINE * size]
  return (
    taken.every(({ x, y }) => Math.abs(x - label.x) > half + 5 || Math.abs(y - label.y) > line / 2 + 4) &&
    placed.every(
      (other) =>
        Math.abs(other.x - label.x) > half + widthOf(other.text, size) / 2 || Math.abs(other.y - label.y) >= line,
    )
  )
}
