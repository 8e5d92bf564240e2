import { diffArrays } from 'diff'

/** A line of a difference, with the sign that a unified diff gives it. */
export interface Change {
  sign: ' ' | '+' | '-'
  text: string
}

/** All lines of two texts: what is new stands below what it replaces. */
export function difference(before: string, after: string): Change[] {
  return diffArrays(before.split('\n'), after.split('\n')).flatMap(({ value, added, removed }) =>
    value.map((text): Change => ({ sign: added ? '+' : removed ? '-' : ' ', text })),
  )
}
