/** A part of a line that is left out, characters `from` to `to`; one "…" stands for it. */
export interface Cut {
  from: number
  to: number
}

/** Fewer characters are not worth a cut. */
const WORTH = 4
/** The share of the beginning, where nothing helps but to leave out the middle. */
const HEAD = 0.6
const ATTRIBUTE = /\w(=\{|\[(?=\w+=))/g
const TYPE = /tensor<([^<>]+)>|\b[a-z]+\d+\[([\d,]+)\]/g
const CLOSING: Record<string, string> = { '{': '}', '[': ']' }

/**
 * What to leave out of a line of a program so that it fits: what is within long attributes, then types between the
 * first and the last, then the middle. Its beginning and end stay, at any width from 3.
 */
export function elide(text: string, width: number): Cut[] {
  const cuts: Cut[] = []
  for (const cut of text.length > width ? [...attributes(text), ...types(text)] : []) {
    if (cells(text, cuts).length <= width) break
    if (!cuts.some(({ from, to }) => from <= cut.from && cut.to <= to)) cuts.push(cut)
  }
  cuts.sort((a, b) => a.from - b.from)
  return withoutTheMiddle(text, cuts, width)
}

/** The line as it is drawn. */
export function elided(text: string, cuts: readonly Cut[]): string {
  return cells(text, cuts)
    .map(({ from, to }) => (to - from > 1 ? '…' : text.slice(from, to)))
    .join('')
}

/** Each character that is drawn, and each cut. */
function cells(text: string, cuts: readonly Cut[]): Cut[] {
  const starts = new Map(cuts.map((cut) => [cut.from, cut]))
  const all: Cut[] = []
  for (let at = 0; at < text.length; at = all.at(-1)?.to ?? text.length)
    all.push(starts.get(at) ?? { from: at, to: at + 1 })
  return all
}

/** Within `metadata={…}` and `reduce_sum[axes=…]`, the longest first. */
function attributes(text: string): Cut[] {
  const cuts = [...text.matchAll(ATTRIBUTE)].flatMap(({ 0: { length }, index }) => within(text, index + length - 1))
  return cuts.filter(isWorth).sort((a, b) => b.to - b.from - (a.to - a.from))
}

/** What a bracket encloses; nothing when it is closed on another line. */
function within(text: string, opening: number): Cut[] {
  const [open, close] = [text[opening], CLOSING[text[opening] ?? '']]
  let depth = 0
  for (let at = opening; at < text.length; at++) {
    if (text[at] === open) depth++
    if (text[at] === close && --depth === 0) return [{ from: opening + 1, to: at }]
  }
  return []
}

function types(text: string): Cut[] {
  const between = [...text.matchAll(TYPE)].slice(1, -1)
  return between
    .map(({ 0: whole, 1: tensor, 2: array, index }) => {
      const to = index + whole.length - 1
      return { from: to - (tensor ?? array ?? '').length, to }
    })
    .filter(isWorth)
}

function isWorth({ from, to }: Cut): boolean {
  return to - from >= WORTH
}

function withoutTheMiddle(text: string, cuts: readonly Cut[], width: number): Cut[] {
  const all = cells(text, cuts)
  if (all.length <= width) return [...cuts]
  const head = Math.max(1, Math.floor((width - 1) * HEAD))
  const tail = Math.max(1, width - 1 - head)
  const [last, first] = [all[head - 1], all[all.length - tail]]
  if (!last || !first) return [...cuts]
  const from = cuts.includes(last) ? last.from : last.to
  const to = cuts.includes(first) ? first.to : first.from
  return [...cuts.filter((cut) => cut.to < from), { from, to }, ...cuts.filter((cut) => cut.from > to)]
}
