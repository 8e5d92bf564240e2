import type * as PlotModule from '@observablehq/plot'
import { type Place, px, type Space, widthOf } from './chart'
import { LINE } from './placeLabels'

/** What a colour and a shape stand for. */
export interface Entry {
  label: string
  colour: string
  symbol: PlotModule.SymbolType
}

/** Shapes that are told apart at the size of a dot; more variants than these share no chart. */
const SYMBOLS: readonly PlotModule.SymbolType[] = ['circle', 'square', 'triangle', 'diamond', 'star', 'cross', 'wye']

export function symbolAt(place: number): PlotModule.SymbolType {
  return SYMBOLS[place % SYMBOLS.length] ?? 'circle'
}

/** Entries in px below the name of the vertical axis, in rows, as many to a row as fit. */
export function legendRows<E extends Entry>(entries: readonly E[], { width, text }: Space): (E & Place)[] {
  let [x, y] = [0.5 * text, 2 * text]
  return entries.map((entry) => {
    const room = widthOf(entry.label, text) + 1.5 * text
    if (x > text && x + room > width) [x, y] = [0.5 * text, y + LINE * text]
    const placed = { ...entry, x, y }
    x += room
    return placed
  })
}

export function legendMarks(Plot: typeof PlotModule, entries: readonly (Entry & Place)[], text: number) {
  const at = { x: px('x'), y: px('y') }
  return [
    Plot.dot(entries, { ...at, symbol: 'symbol', r: text / 3, fill: 'colour' }),
    Plot.text(entries, { ...at, text: 'label', textAnchor: 'start', dx: 0.6 * text }),
  ]
}
