import type * as PlotModule from '@observablehq/plot'
import { linearTicks } from '../blocks/axis'
import { GRID, type Space, style, widthOf } from '../blocks/chart'
import type { Badge } from '../program/sourceLines'
import type { TraceEvent } from '../rest/types'
import { time } from '../shared/format'
import type { Bar, Layout } from './bars'

/** A name that has not room for so many letters is left out. */
const FEWEST = 4
/** Room for the axis below the rows, in letters. */
export const AXIS = 1.5

/** Events as bars in the colours of their source lines, those without one in grey; large ones with their names. */
export function timelineChart(
  Plot: typeof PlotModule,
  layout: Layout,
  badges: ReadonlyMap<number, Badge>,
  space: Space,
) {
  const { width, height, text } = space
  const { bars, names, rows, end } = layout
  const fits = (tick: number) => (tick / end) * width + widthOf(time(tick), text) < width
  const ticks = linearTicks(0, end, Math.max(2, width / (7 * text))).filter(fits)
  const looks = bars.map((bar) => ({ ...bar, ...lookOf(bar.event, badges) }))
  const ends = { x1: ({ event }: Bar) => event.start_s, x2: ({ event }: Bar) => event.start_s + event.duration_s }
  const named = looks.flatMap((bar) => {
    const name = fitted(bar.event.name, (width * bar.event.duration_s) / end, text)
    return name ? [{ ...bar, name }] : []
  })
  return Plot.plot({
    width,
    height,
    marginTop: 0,
    marginRight: 0,
    marginBottom: AXIS * text,
    marginLeft: 0,
    style: style(text),
    x: { axis: null, domain: [0, end] },
    y: { axis: null, domain: [rows, 0] },
    color: { type: 'identity' },
    marks: [
      Plot.gridX(ticks, GRID),
      Plot.text(ticks, {
        x: (tick: number) => tick,
        text: (tick: number) => (tick ? time(tick) : '0'),
        ...AXIS_TEXT,
        dy: (AXIS - 0.3) * text,
      }),
      Plot.text(names, { x: 0, y: ({ row }) => row + 0.5, text: 'name', textAnchor: 'start', fill: 'var(--muted)' }),
      Plot.rect(looks, {
        ...ends,
        y1: ({ row }: Bar) => row + 0.06,
        y2: ({ row }: Bar) => row + 0.94,
        fill: 'fill',
        rx: 2,
        insetRight: 0.5,
      }),
      Plot.text(named, {
        x: ({ event }: Bar) => event.start_s,
        y: ({ row }: Bar) => row + 0.5,
        text: 'name',
        fill: 'ink',
        textAnchor: 'start',
        dx: 4,
      }),
    ],
  })
}

const AXIS_TEXT = {
  frameAnchor: 'bottom',
  lineAnchor: 'bottom',
  textAnchor: 'start',
  fill: 'var(--muted)',
  dx: 3,
} as const

/** The colour of a bar, and that of its name. */
export function lookOf({ line }: TraceEvent, badges: ReadonlyMap<number, Badge>): { fill: string; ink: string } {
  const hue = line == null ? undefined : badges.get(line)?.hue
  return hue ? { fill: hue, ink: 'var(--on-hue)' } : { fill: 'var(--line)', ink: 'var(--ink)' }
}

/** As much of a name as a bar so wide has room for. */
export function fitted(name: string, width: number, text: number): string {
  if (widthOf(name, text) + 8 <= width) return name
  const letters = Math.floor((width - 8) / (0.55 * text)) - 1
  return letters < FEWEST ? '' : `${name.slice(0, letters)}…`
}
