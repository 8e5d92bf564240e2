import { counted } from 'slidev-addon-jaxlive/program/sourceLines'
import type { Block, Printed, Program, Table } from 'slidev-addon-jaxlive/rest/types'
import type { Graph, Node } from './graph'
import { type Kernel, kernelsOf } from './hlo'
import { graphOf } from './jaxpr'

/** One of the three ways at some click: its graph, how much of it there is, and what to say of it. */
export interface Way {
  title: string
  graph: Graph
  /** How many of the nodes there are. */
  shown: number
  /** Edges lead from a result to what it came from. */
  backward: boolean
  /** What the compiler made of the nodes, once it has. */
  kernels: readonly Kernel[]
  caption: string
}

/** The three ways of the experiment three-ways, as far as its blocks have come, at a click. */
export function waysOf(blocks: readonly Block[], click: number): Way[] {
  const printed = (label: string) => blocks.find((one): one is Printed => one.kind === 'printed' && one.label === label)
  const table = blocks.find((one): one is Table => one.kind === 'table')
  const program = blocks.find((one): one is Program => one.kind === 'program')
  const definitions = printed('defined')?.lines
  const tape = printed('recorded')?.lines
  if (!definitions) return []

  const graph = definedGraph(definitions)
  const steps = graph.nodes.length
  const ways = [defined(graph, definitions.length - steps, click, result(table, 'defined'))]
  if (tape && program)
    ways.push(recorded(recordedGraph(tape, graph, body(program)), click - 1, result(table, 'recorded')))
  if (program) ways.push(traced(program, click - 1 - steps, result(table, 'traced')))
  return ways
}

function defined(graph: Graph, gradients: number, click: number, value: string): Way {
  const { length } = graph.nodes
  const caption = click < 1 ? `no data yet; gradients add ${counted(gradients, 'nodes')}` : `now data flow in: ${value}`
  return { title: 'define, then run', graph, shown: length, backward: false, kernels: [], caption }
}

function recorded(graph: Graph, ran: number, value: string): Way {
  const { length } = graph.nodes
  const shown = Math.min(Math.max(ran, 0), length)
  const running = shown ? 'Python runs and records a tape' : 'nothing until Python runs'
  const caption = shown < length ? running : `${value}, with a tape for the way back`
  return { title: 'define by running', graph, shown, backward: true, kernels: [], caption }
}

function traced(program: Program, step: number, value: string): Way {
  const lines = (name: string) => program.stages.find((stage) => stage.name === name)?.text.split('\n') ?? []
  const graph = graphOf(lines('jaxpr'), pythonOf(program))
  const captions = [
    'nothing until the first call',
    'Python ran once, on shapes and dtypes',
    `compiled, then run: ${value}`,
  ]
  return {
    title: 'trace, then compile',
    graph,
    shown: step > 0 ? graph.nodes.length : 0,
    backward: false,
    kernels: step > 1 ? kernelsOf(lines('hlo')) : [],
    caption: captions[Math.min(Math.max(step, 0), 2)] ?? '',
  }
}

/** The value of c in a column of the table, as `c = 56.0`. */
function result(table: Table | undefined, column: string): string {
  const row = table?.rows[0] ?? []
  return `${row[0] ?? 'c'} = ${row[table?.columns.indexOf(column) ?? -1] ?? '…'}`
}

/** Nodes from lines like `b = add(a, z)`, up to the first of the gradients, which is named d and the name of another. */
export function definedGraph(lines: readonly string[]): Graph {
  const all = lines.map((text): Node => {
    const [, name = '', inputs = ''] = /^(\w+) = \w+\((.*)\)$/.exec(text) ?? []
    return { name, text, inputs: inputs.split(', ') }
  })
  const names = all.map(({ name }) => name)
  const end = names.findIndex((name) => name.startsWith('d') && names.includes(name.slice(1)))
  const nodes = end < 0 ? all : all.slice(0, end)
  const inputs = new Set(nodes.flatMap((node) => node.inputs).filter((name) => !names.includes(name)))
  return { inputs: [...inputs], nodes }
}

/** The tape has no names, and begins at the result: the graph that was defined has them, in the same shape. */
export function recordedGraph(tape: readonly string[], defined: Graph, python: readonly string[]): Graph {
  const nodes: Node[] = []
  let next = 0

  function walk(name: string) {
    const text = tape[next++]?.trim() ?? ''
    const known = defined.nodes.find((node) => node.name === name)
    if (!known) return
    known.inputs.forEach(walk)
    nodes.push({ name, text, inputs: known.inputs, python: python[nodes.length] })
  }

  walk(defined.nodes.at(-1)?.name ?? '')
  return { inputs: defined.inputs, nodes }
}

/** The lines of Python of a function, without its first. */
function body(program: Program): string[] {
  const text = program.stages.find(({ name }) => name === 'python')?.text ?? ''
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
}

/** The line of Python that a line of the jaxpr came from. */
function pythonOf({ stages }: Program): (line: number) => string | undefined {
  const [python, jaxpr] = ['python', 'jaxpr'].map((name) => stages.find((stage) => stage.name === name))
  const source = python?.text.split('\n') ?? []
  return (line) => source[python?.lines.indexOf(jaxpr?.lines[line] ?? null) ?? -1]?.trim()
}
