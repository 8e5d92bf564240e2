import { continued } from '../shared/lineDiff'

/** A line of a difference, with the sign that a unified diff gives it. */
export interface Change {
  sign: ' ' | '+' | '-'
  text: string
}

/** All lines of two texts: what is new stands below what it replaces. */
export function difference(before: string, after: string): Change[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const changes: Change[] = []
  let added: string[] = []
  let next = 0
  for (const [i, from] of [...continued(old, now), old.length].entries()) {
    const text = now[i] ?? ''
    if (from === undefined) {
      added.push(text)
      continue
    }
    changes.push(...signed('-', old.slice(next, from)), ...signed('+', added))
    if (i < now.length) changes.push({ sign: ' ', text })
    added = []
    next = from + 1
  }
  return changes
}

function signed(sign: Change['sign'], lines: readonly string[]): Change[] {
  return lines.map((text) => ({ sign, text }))
}
