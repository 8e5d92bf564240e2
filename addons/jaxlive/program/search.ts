import type { Stage } from '../rest/types'
import type { Cut } from './elide'
import type { Token } from './highlight'
import type { Listing } from './listing'

/** Where a word was found: characters `from` to `to` of a line. */
export interface Match {
  stage: Stage['name']
  line: number
  from: number
  to: number
}

/** A part of a token that lies in a match or in none, and in a cut, maybe as its first, or in none. */
export interface Piece extends Token {
  match: Match | undefined
  cut: 'first' | 'more' | undefined
}

/** Every place where the listings have the word, in order; capitals count for nothing. */
export function search(listings: readonly Listing[], word: string): Match[] {
  if (!word) return []
  const pattern = new RegExp(word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi')
  return listings.flatMap(({ name, lines }) =>
    lines.flatMap((text, line) =>
      [...text.matchAll(pattern)].map(({ index }) => ({ stage: name, line, from: index, to: index + word.length })),
    ),
  )
}

/** The matches of one listing by line. */
export function byLine(matches: readonly Match[], stage: Stage['name']): Map<number, Match[]> {
  const lines = new Map<number, Match[]>()
  for (const match of matches) {
    if (match.stage !== stage) continue
    const others = lines.get(match.line)
    if (others) others.push(match)
    else lines.set(match.line, [match])
  }
  return lines
}

/** The tokens of a line, divided where matches and cuts begin and end. */
export function pieces(tokens: readonly Token[], matches: readonly Match[], cuts: readonly Cut[] = []): Piece[] {
  const marks = [...matches, ...cuts].flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b)
  let start = 0
  return tokens.flatMap(({ content, color }) => {
    const origin = start
    start += content.length
    const bounds = [...new Set([origin, ...marks.filter((mark) => mark > origin && mark < start), start])]
    return bounds.slice(1).map((to, i) => {
      const from = bounds[i] ?? to
      const match = matches.find((one) => one.from <= from && to <= one.to)
      const cut = cuts.find((one) => one.from <= from && to <= one.to)
      const part = cut && (cut.from === from ? 'first' : 'more')
      return { content: content.slice(from - origin, to - origin), color, match, cut: part }
    })
  })
}
