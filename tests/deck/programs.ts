import { readFileSync } from 'node:fs'
import type { Passes, Program, Stage, Timeline } from '../../addons/jaxlive/rest/types'

/** Programs as the server sent them: two lines of NumPy; a loop, a branch and functions of libraries. */
function recorded<Block = Program>(name: string): Block {
  return JSON.parse(readFileSync(`${import.meta.dirname}/programs/${name}.json`, 'utf8'))
}

export const normalize = recorded('normalize')
export const controlFlow = recorded('control_flow')
/** Attention's passes, of which five change something, and three calls of jit's f. */
export const passes = recorded<Passes>('passes')
export const timeline = recorded<Timeline>('timeline')

export function stageOf(program: Program, name: Stage['name']): Stage {
  const stage = program.stages.find((one) => one.name === name)
  if (!stage) throw new Error(`no ${name} in the program ${program.label}`)
  return stage
}

/** A small program with lines 4 and 5 of a file; line 5 became one equation and two instructions. */
export const doubled: Program = {
  kind: 'program',
  label: 'f',
  stages: [
    { name: 'python', text: 'def f(x):\n  return 2 * x', lines: [4, 5], count: 2, counted: 'lines', fusions: [] },
    {
      name: 'jaxpr',
      text: '{ lambda ; a:f32[]. let\n    b:f32[] = mul 2.0:f32[] a\n  in (b,) }',
      lines: [null, 5, null],
      count: 1,
      counted: 'equations',
      fusions: [],
    },
    {
      name: 'hlo',
      text: '%fused (p: f32[]) -> f32[] {\n  %c = f32[] constant(2)\n  %p = f32[] parameter(0)\n  ROOT %m = f32[] multiply(%p, %c)\n}',
      lines: [null, 5, null, 5, null],
      count: 3,
      counted: 'instructions',
      fusions: ['fused'],
    },
  ],
  cost: { flops: 1, bytes: 8_000_000, peak_memory_bytes: null },
}
