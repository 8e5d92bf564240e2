/** Where labels go so that they cover nothing. All in pixels, y downwards, for text of 14 px. */
interface Point {
  x: number
  y: number
}

/** Dots one above the other that share a label. */
export interface Column {
  text: string
  x: number
  top: number
  bottom: number
}

const LETTER = 6.8
const LINE = 17
/** From a dot to the middle of its label. */
const GAP = 15
const STEPS = 32

/** A place for each column's label: below it or above, as near as there is room; the last resort is below. */
export function placeLabels(columns: readonly Column[], taken: readonly Point[], bottom: number): (Column & Point)[] {
  const placed: (Column & Point)[] = []
  const steps = Array.from({ length: STEPS }, (_, i) => GAP + (i * LINE) / 3)
  for (const column of columns) {
    const below = steps.map((step) => column.bottom + step).filter((y) => y + LINE / 2 < bottom)
    const above = steps.map((step) => column.top - step).filter((y) => y > LINE / 2)
    const nearest = [...below, ...above].sort((a, b) => distance(column, a) - distance(column, b))
    const free = nearest.find((y) => isFree({ ...column, y }, taken, placed))
    placed.push({ ...column, y: free ?? column.bottom + GAP })
  }
  return placed
}

/** Labels of one column, moved down where they would touch. */
export function apart<P extends Point>(labels: readonly P[]): P[] {
  const moved: P[] = []
  for (const label of [...labels].sort((a, b) => a.y - b.y))
    moved.push({ ...label, y: Math.max(label.y, (moved.at(-1)?.y ?? Number.NEGATIVE_INFINITY) + LINE) })
  return moved
}

/** Dots that would cover each other stand side by side, `size` apart; to the right, as a roof rises from the left. */
export function abreast<P extends Point>(dots: readonly P[], size: number): P[] {
  return dots.map((dot) => {
    const group = dots.filter(({ x, y }) => x === dot.x && Math.abs(y - dot.y) < size)
    return { ...dot, x: dot.x + group.indexOf(dot) * size }
  })
}

/** Above is where the roof is: only where below is far. */
function distance({ top, bottom }: Column, y: number): number {
  return y > bottom ? y - bottom : top - y + 6 * LINE
}

function isFree(label: Column & Point, taken: readonly Point[], placed: readonly (Column & Point)[]): boolean {
  const half = halfWidth(label)
  return (
    taken.every(({ x, y }) => Math.abs(x - label.x) > half + 5 || Math.abs(y - label.y) > LINE / 2 + 4) &&
    placed.every(
      (other) => Math.abs(other.x - label.x) > half + halfWidth(other) || Math.abs(other.y - label.y) >= LINE,
    )
  )
}

function halfWidth({ text }: Column): number {
  return (text.length * LETTER) / 2
}
