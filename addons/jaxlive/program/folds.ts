import type { Stage } from '../rest/types'

/** A block of lines that can be drawn as one: `start` stays, what follows up to `end` is hidden. */
export interface Fold {
  start: number
  end: number
  /** Lines between the first and the one that closes the block. */
  hidden: number
  /** What stands after the block on its last line, from the closing bracket on. */
  tail: string
  /** What the block is called, where a line within says so: `name=_where`. */
  name: string
  /** A program of its own, used by the one around it: a jitted function, a computation, a private function. */
  part: boolean
}

const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
const OPENING = Object.values(PAIRS)
const STRING = /"(?:[^"\\]|\\.)*"?/g
const NAME = /^\s*name=(\S+)$/

/** Listings up to this length start with everything open. */
const LONG = 60

/**
 * First lines of programs within the program: `let _var = {` of a jaxpr that is used more than once, though not of
 * the body of a loop, which JAX calls `jaxpr`; a private function of StableHLO; a computation of HLO.
 */
const PARTS: Partial<Record<Stage['name'], RegExp>> = {
  jaxpr: /^let (?!(\w+_)?jaxpr\d* = )/,
  stablehlo: /^\s*func\.func private /,
  hlo: /^%.*\{$/,
}

interface Bracket {
  opens: string
  line: number
}

/** The blocks of a listing, by brackets that close on a later line; Python, which is short, has none. */
export function foldsOf(lines: readonly string[], stage: Stage['name']): Map<number, Fold> {
  const folds = new Map<number, Fold>()
  if (stage === 'python') return folds
  const open: Bracket[] = []
  lines.forEach((line, i) => {
    for (const start of closedBy(line, i, open)) {
      const reopened = open.some((bracket) => bracket.line === i)
      const fold = foldOf(lines, start, i, reopened, stage)
      if (fold.hidden > 1) folds.set(start, fold)
    }
  })
  return folds
}

/** The lines whose brackets this line closes; updates the brackets that are open. A stray bracket closes nothing. */
function closedBy(line: string, i: number, open: Bracket[]): number[] {
  const closed: number[] = []
  for (const [bracket] of line.replace(STRING, '').matchAll(/[()[\]{}]/g)) {
    if (OPENING.includes(bracket)) open.push({ opens: bracket, line: i })
    else if (open.at(-1)?.opens === PAIRS[bracket]) {
      const start = open.pop()?.line ?? i
      if (start < i) closed.push(start)
    }
  }
  return closed
}

/** A last line that opens the next block, as `} do {`, stays in view; an empty line after the block goes with it. */
function foldOf(lines: readonly string[], start: number, last: number, reopened: boolean, stage: Stage['name']): Fold {
  const name = NAME.exec(lines[start + 1] ?? '')?.[1] ?? ''
  return {
    start,
    end: reopened ? last - 1 : last + Number(lines[last + 1] === ''),
    hidden: last - start - 1,
    tail: reopened ? '' : (lines[last] ?? '').trim(),
    name,
    part: name !== '' || (PARTS[stage]?.test(lines[start] ?? '') ?? false),
  }
}

/** The blocks that start folded: in a long listing, the programs within the program. */
export function foldedAtFirst(lines: readonly string[], folds: ReadonlyMap<number, Fold>): Set<number> {
  if (lines.length <= LONG) return new Set()
  return new Set([...folds.values()].filter(({ part }) => part).map(({ start }) => start))
}
