/** A part of a line that is left out, characters `from` to `to`; one "…" stands for it. */
export interface Cut {
  from: number
  to: number
}

/** Fewer characters are not worth a cut. */
const WORTH = 4
/** Where nothing helps but to leave out the middle: the share of the end, and what the beginning may lose to end a word. */
const [END, LOST] = [0.4, 8]
const DIGITS = /(?<=\d\.\d{3})\d+/g
const DIALECT = /(?<=\s)stablehlo(?=\.)/g
const ATTRIBUTE = /\w(=\{|\[(?=\w+=))/g
const TYPE = /tensor<([^<>]+)>|\b[a-z]+\d+\[([\d,]+)\]/g
/** Up to the end of the operation: `%x = f32[2]{0} add(`, `c:f32[2] = sin `; of a computation, to that of its name. */
const OPERATION = /^(?:.*? = (?:[a-z]+\d*\[[^\]]*\](?:\{[^}]*\})? )?|(?:ENTRY )?%)[\w.-]+/
const CLOSING: Record<string, string> = { '{': '}', '[': ']' }

/**
 * What to leave out of a line of a program so that it fits: digits of a number, what is within long attributes, what all
 * of StableHLO begins with, types between the first and the last, then these too, then what follows the operation. Its beginning and end stay, at any width from 3.
 */
export function elide(text: string, width: number): Cut[] {
  if (text.length <= width) return []
  const [first, ...others] = types(text)
  const last = others.pop()
  const leastFirst = [...all(text, DIGITS), ...attributes(text), ...all(text, DIALECT), ...others, first, last].filter(
    (cut) => cut !== undefined,
  )
  return withoutTheMiddle(text, taken(text, leastFirst, width), width)
}

/** As many of the candidates, the first ones first, as it takes for the line to fit. */
function taken(text: string, candidates: readonly Cut[], width: number): Cut[] {
  const cuts: Cut[] = []
  for (const cut of candidates) {
    if (cells(text, cuts).length <= width) break
    const known = cuts.some(({ from, to }) => from <= cut.from && cut.to <= to)
    if (!known && cut.to - cut.from >= WORTH) cuts.push(cut)
  }
  return cuts
    .filter((cut) => !cuts.some((other) => other !== cut && other.from <= cut.from && cut.to <= other.to))
    .sort((a, b) => a.from - b.from)
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

function all(text: string, pattern: RegExp): Cut[] {
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }))
}

/** Within `metadata={…}` and `reduce_sum[axes=…]`, the longest first. */
function attributes(text: string): Cut[] {
  const cuts = [...text.matchAll(ATTRIBUTE)].flatMap(({ 0: { length }, index }) => within(text, index + length - 1))
  return cuts.sort((a, b) => b.to - b.from - (a.to - a.from))
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

/** Within `tensor<…>` and `f32[…]`. */
function types(text: string): Cut[] {
  return [...text.matchAll(TYPE)].map(({ 0: whole, 1: tensor, 2: array, index }) => {
    const to = index + whole.length - 1
    return { from: to - (tensor ?? array ?? '').length, to }
  })
}

/** One more cut, if it takes one: after the operation, and where words begin and end, if that loses little. */
function withoutTheMiddle(text: string, cuts: readonly Cut[], width: number): Cut[] {
  const drawn = cells(text, cuts)
  if (drawn.length <= width) return [...cuts]
  const between = (cell: Cut | undefined) => ' ('.includes(text[cell?.from ?? -1] ?? '?')
  const operation = drawn.filter(({ from }) => from <= (OPERATION.exec(text)?.[0].length ?? 0)).length
  const room = width - 1
  const ending = Math.max(1, Math.floor(Math.min(room * END, room - operation)))
  const word = drawn.findIndex((_, i) => i >= drawn.length - ending && between(drawn[i - 1]))
  const tail = word < 0 ? drawn.length - ending : word
  const most = room - (drawn.length - tail)
  const end = drawn.findLastIndex(
    (cell, i) => i < most && i >= Math.max(1, most - LOST, operation - 1) && between(cell),
  )
  const [last, first] = [drawn[end < 0 ? most - 1 : end], drawn[tail]]
  if (!last || !first) return [...cuts]
  const from = cuts.includes(last) ? last.from : last.to
  const to = cuts.includes(first) ? first.to : first.from
  return [...cuts.filter((cut) => cut.to < from), { from, to }, ...cuts.filter((cut) => cut.from > to)]
}
