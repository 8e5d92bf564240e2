import type { Graph, Node } from './graph'

/** An equation of a jaxpr's text, as in `c:f32[3] = mul a b`; `line` is where it begins. */
export interface Equation {
  line: number
  results: readonly string[]
  operation: string
  inputs: readonly string[]
  /** On one line, with its parameters cut to […]. */
  text: string
}

const TYPED = /(\w+):[\w<>]+\[/g
const HEAD = /^\s*([\w:[\],<>.+ ]+?) = ([\w-]+)/

/** The equations of the outermost jaxpr of a listing; those within a parameter are part of the parameter. */
export function equationsOf(lines: readonly string[]): Equation[] {
  const first = outermost(lines)
  const found: Equation[] = []
  for (let line = first + 1; line < lines.length; line++) {
    let text = lines[line] ?? ''
    if (!HEAD.test(text)) continue
    const begin = line
    while (depth(text) > 0 && line + 1 < lines.length) text += ` ${lines[++line]?.trim()}`
    found.push(equation(text, begin))
  }
  return found
}

function equation(text: string, line: number): Equation {
  const [whole = '', results = '', operation = ''] = HEAD.exec(text) ?? []
  const rest = text.slice(whole.length)
  const end = rest.startsWith('[') ? closing(rest) : 0
  const inputs = rest.slice(end).trim()
  return {
    line,
    results: results.split(' ').map((result) => result.split(':')[0] ?? ''),
    operation,
    inputs: inputs.split(' ').filter((word) => /^[a-z]+$/.test(word)), // not a literal, like 2.0:f32[]
    text: `${results} = ${operation}${end ? '[…]' : ''} ${inputs}`,
  }
}

/** A jaxpr as a graph; `python` gives the line of Python of a line of the listing. */
export function graphOf(lines: readonly string[], python: (line: number) => string | undefined): Graph {
  const head = lines[outermost(lines)] ?? ''
  const inputs = [...head.matchAll(TYPED)].map(([, name = '']) => name)
  const nodes = equationsOf(lines).map(
    ({ line, results, inputs, text }): Node => ({ name: results[0] ?? '', text, inputs, python: python(line) }),
  )
  return { inputs, nodes }
}

/** Jaxprs that have a name, `let f = {`, come before the one that uses them. */
function outermost(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.startsWith('{ lambda'))
}

function depth(text: string): number {
  return text.split(/[[({]/).length - text.split(/[\])}]/).length
}

/** Where the bracket that a text begins with has closed. */
function closing(text: string): number {
  let end = 1
  while (end < text.length && depth(text.slice(0, end)) > 0) end++
  return end
}
