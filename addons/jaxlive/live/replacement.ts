/** The one stretch that has to be replaced to get from one text to the other; a caret outside of it stays. */
export function replacement(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let tail = 0
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}
