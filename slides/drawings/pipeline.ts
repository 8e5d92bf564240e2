import { contents } from 'slidev-addon-jaxlive/program/sourceLines'
import type { Block, Program, Run, Stage } from 'slidev-addon-jaxlive/rest/types'
import { bytes } from 'slidev-addon-jaxlive/shared/format'
import { kernelsOf } from './hlo'

/** A stage of the way to the machine: what leads to it, and the lines that tell. */
export interface Step {
  id: Stage['name'] | 'device'
  title: string
  verb: string
  contents: string
  lines: readonly { text: string; lit: boolean }[]
  /** Lit lines for which there is no room. */
  more: number
}

const TITLES: Record<Stage['name'], [title: string, verb: string]> = {
  python: ['Python', ''],
  jaxpr: ['jaxpr', 'trace'],
  stablehlo: ['StableHLO', 'lower'],
  hlo: ['HLO', 'compile'],
  llvm: ['LLVM IR', 'emit'],
  assembly: ['assembly', 'emit'],
  ptx: ['PTX', 'emit'],
}
const MOST = 3

/** The way of a program from Python to the device, by one of its lines. */
export function stepsOf({ blocks, environment }: Run): Step[] {
  const program = blocks.find((one: Block): one is Program => one.kind === 'program')
  if (!program) return []
  const lit = tellingLine(program)
  return [...program.stages.map((stage) => stepOf(stage, lit)), device(program, environment?.devices[0]?.kind)]
}

/** The first source line that is in all stages and became several equations; else the first that is in a jaxpr. */
export function tellingLine({ stages }: Program): number | undefined {
  const jaxpr = stages.find(({ name }) => name === 'jaxpr')?.lines.filter((line) => line !== null) ?? []
  const everywhere = jaxpr.filter((line) => stages.every(({ lines }) => lines.includes(line)))
  return everywhere.find((line, i) => everywhere.indexOf(line) < i) ?? jaxpr[0]
}

function stepOf(stage: Stage, source: number | undefined): Step {
  const [title, verb] = TITLES[stage.name]
  const all = stage.text.split('\n').map((text, i) => ({ text, lit: stage.lines[i] === source }))
  const telling =
    stage.name === 'python' ? all : all.filter(({ lit }) => lit).map(({ text }) => ({ text: text.trim(), lit: true }))
  const lines = stage.name === 'python' ? telling : telling.slice(0, MOST)
  return { id: stage.name, title, verb, contents: contents(stage), lines, more: telling.length - lines.length }
}

/** What the device is asked to run: the kernels of the optimised program. */
function device({ stages, cost }: Program, kind: string | undefined): Step {
  const lines = stages.find(({ name }) => name === 'hlo')?.text.split('\n') ?? []
  const kernels = kernelsOf(lines).map(({ line }) => ({ text: lines[line]?.trim() ?? '', lit: true }))
  const moved = cost?.bytes == null ? '' : `${bytes(cost.bytes)} moved`
  return {
    id: 'device',
    title: 'device',
    verb: 'run',
    contents: [kind, moved].filter(Boolean).join(', '),
    lines: kernels.slice(0, MOST),
    more: Math.max(kernels.length - MOST, 0),
  }
}
