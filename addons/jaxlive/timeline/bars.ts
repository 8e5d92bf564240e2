import type { Lane, Timeline, TraceEvent } from '../rest/types'

/** An event where it is drawn: rows are counted from the top, over all lanes. */
export interface Bar {
  event: TraceEvent
  /** Its lane's place, from 0. */
  lane: number
  row: number
}

export interface Layout {
  bars: readonly Bar[]
  /** Lanes by the row of their names, which stand above their events. */
  names: readonly { name: string; row: number }[]
  rows: number
  /** Of the last event, in seconds. */
  end: number
}

/** A lane after the other; what ran within another event lies below it. */
export function layoutOf({ lanes }: Timeline): Layout {
  const names: { name: string; row: number }[] = []
  let rows = 0
  const bars = lanes.flatMap(({ name, events }, lane) => {
    const top = rows + 1
    names.push({ name, row: rows })
    rows = top + deepest(events) + 1
    return events.map((event): Bar => ({ event, lane, row: top + event.depth }))
  })
  const end = bars.reduce((last, { event }) => Math.max(last, event.start_s + event.duration_s), 0)
  return { bars, names, rows, end }
}

function deepest(events: Lane['events']): number {
  return events.reduce((most, { depth }) => Math.max(most, depth), 0)
}

/** The event of a row at this time, or the nearest that is no further away than `within` seconds. */
export function barAt({ bars }: Layout, row: number, at: number, within: number): Bar | undefined {
  const off = ({ event: { start_s, duration_s } }: Bar) => Math.max(start_s - at, at - start_s - duration_s, 0)
  const there = bars.filter((bar) => bar.row === row && off(bar) <= within)
  return there.reduce<Bar | undefined>((best, bar) => (best && off(best) <= off(bar) ? best : bar), undefined)
}

/** The event before or after in its lane, or the one of the lane above or below that is nearest in time. */
export function neighbour({ bars }: Layout, bar: Bar | undefined, key: string): Bar | undefined {
  if (!bar || key === 'Home') return bars[0]
  if (key === 'End') return bars.at(-1)
  const by = /Left|Up/.test(key) ? -1 : 1
  if (/Left|Right/.test(key)) {
    const next = bars[bars.indexOf(bar) + by]
    return next?.lane === bar.lane ? next : bar
  }
  const off = ({ event }: Bar) => Math.abs(event.start_s - bar.event.start_s)
  const others = bars.filter(({ lane }) => lane === bar.lane + by)
  return others.reduce((best, other) => (best === bar || off(other) < off(best) ? other : best), bar)
}
