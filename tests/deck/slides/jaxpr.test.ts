import { expect, it } from 'vitest'
import { equationsOf, graphOf } from '../../../slides/drawings/jaxpr'
import { controlFlow, stageOf } from '../programs'
import { recorded } from '../recorded'

const three = recorded('three-ways').blocks.find((block) => block.kind === 'program')
if (!three) throw new Error('no program')
const total = stageOf(three, 'jaxpr').text.split('\n')

it('reads equations, with their parameters cut', () => {
  expect(equationsOf(total).map(({ text }) => text)).toEqual([
    'd:f32[3] = mul a b',
    'e:f32[3] = add d c',
    'f:f32[] = reduce_sum[…] e',
  ])
})

it('reads an equation of many lines as one', () => {
  const lines = [
    '{ lambda ; a:f32[4] b:f32[4,2] c:f32[2]. let',
    '    d:f32[2] = dot_general[',
    '      dimension_numbers=(([0], [0]), ([], []))',
    '    ] a b',
    '    e:f32[2] = mul 2.0:f32[] d',
    '  in (e,) }',
  ]
  expect(equationsOf(lines).map(({ line, operation, inputs }) => ({ line, operation, inputs }))).toEqual([
    { line: 1, operation: 'dot_general', inputs: ['a', 'b'] },
    { line: 4, operation: 'mul', inputs: ['d'] },
  ])
})

it('reads the outermost jaxpr only, each of its equations once', () => {
  const lines = stageOf(controlFlow, 'jaxpr').text.split('\n')
  const equations = equationsOf(lines)
  expect(equations.length).toBeGreaterThan(2)
  const first = lines.findLastIndex((line) => line.startsWith('{ lambda'))
  expect(equations.every(({ line }) => line > first && /^ {4}\S/.test(lines[line] ?? ''))).toBe(true)
})

it('is a graph', () => {
  const { inputs, nodes } = graphOf(total, (line) => `line ${line}`)
  expect(inputs).toEqual(['a', 'b', 'c'])
  expect(nodes.map(({ name, inputs, python }) => [name, inputs, python])).toEqual([
    ['d', ['a', 'b'], 'line 1'],
    ['e', ['d', 'c'], 'line 2'],
    ['f', ['e'], 'line 3'],
  ])
})
