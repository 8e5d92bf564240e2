import type * as PlotModule from '@observablehq/plot'
import { type Edges, HALO, type Place, px, type Space, widest } from './chart'
import { apart, LINE } from './placeLabels'
import { variantLabel } from './variants'

/** The last point of a line, in px. */
interface Tip extends Place {
  line: string
  colour?: string
}

export function lastOfEach<P extends { line: string }>(points: readonly P[]): P[] {
  return [...new Map(points.map((point) => [point.line, point])).values()]
}

/** From a line's end to its name. */
const THREAD = 22
/** More of the width than this is not for names. */
const MOST = 0.45

/** A name in two lines where it is longer than a good quarter of the chart. */
export function broken(name: string, { width, text }: Space): string {
  if (widest([name], text) < width / 3.5) return name
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index)
  const middle = spaces.toSorted((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0]
  return middle === undefined ? name : `${name.slice(0, middle)}\n${name.slice(middle + 1)}`
}

/** What names at the ends of these lines take of the width; nothing where they do not fit. */
export function roomForNames(lines: readonly string[], space: Space): number | undefined {
  const rows = lines.flatMap((line) => broken(variantLabel(line), space).split('\n'))
  const room = widest(rows, space.text) + THREAD + 4
  return room < space.width * MOST && rows.length * LINE * space.text < space.height * 0.8 ? room : undefined
}

/** Names at the right, moved apart where they would touch; a thread leads from each to the end of its line. */
export function nameMarks(Plot: typeof PlotModule, tips: readonly Tip[], edges: Edges, space: Space) {
  const { right } = edges
  const labels = tips.map((tip) => ({ ...tip, tip: tip.y, text: broken(variantLabel(tip.line), space) }))
  const names = apart(labels, space.text, edges)
  type Name = (typeof names)[number]
  const thread = { stroke: 'colour', strokeWidth: 1.5 } as const
  return [
    Plot.link(
      names.filter(({ x }) => x < right - 1),
      { ...thread, x1: px('x'), y1: px('tip'), x2: px(() => right), y2: px('tip'), strokeDasharray: '1 4' },
    ),
    Plot.link(names, {
      ...thread,
      x1: px(() => right + 5),
      y1: px('tip'),
      x2: px(() => right + THREAD - 4),
      y2: px('y'),
    }),
    Plot.text(names, {
      x: px(() => right + THREAD),
      y: px('y'),
      text: ({ text }: Name) => text,
      textAnchor: 'start',
      fontWeight: 600,
      fill: 'var(--ink)',
      ...HALO,
    }),
  ]
}
