import { expect, it } from 'vitest'
import { stepsOf, tellingLine } from '../../../slides/drawings/pipeline'
import { normalize, stageOf } from '../programs'
import { recorded } from '../recorded'
import { aRun } from '../runs'

const run = recorded('jit')

it('follows the first line that became several equations, through all stages', () => {
  const lit = stepsOf(run).map(({ id, lines }) => [id, ...lines.filter(({ lit }) => lit).map(({ text }) => text)])
  expect(lit).toEqual([
    ['python', '    y = y + jnp.sin(x)'],
    ['jaxpr', 'c:f32[4000000] = sin a', 'd:f32[4000000] = add b c'],
    ['stablehlo', '%2 = stablehlo.sine %arg0 : tensor<4000000xf32>', '%3 = stablehlo.add %1, %2 : tensor<4000000xf32>'],
    ['hlo', '%sin.0 = f32[4000000]{0} sine(%param_0.1)', '%add.1 = f32[4000000]{0} add(%mul.2, %sin.0)'],
    ['device', 'ROOT %cosine_add_fusion = f32[4000000]{0} fusion(%x.1), kind=kLoop, calls=%fused_computation'],
  ])
})

it('says what leads to a stage, and what it holds', () => {
  expect(stepsOf(run).map(({ title, verb, contents }) => `${verb} ${title}: ${contents}`)).toEqual([
    ' Python: 4 lines',
    'trace jaxpr: 6 equations',
    'lower StableHLO: 10 operations',
    'compile HLO: 1 fusion, 13 instructions',
    'run device: cpu, 32 MB moved',
  ])
})

it('shows of a larger program lines that are in it, and counts the others', () => {
  const steps = stepsOf(aRun({ blocks: [normalize] }))
  const jaxpr = steps.find(({ id }) => id === 'jaxpr')
  const { text, lines } = stageOf(normalize, 'jaxpr')
  const of = lines.filter((line) => line === tellingLine(normalize)).length
  expect(jaxpr?.lines).toHaveLength(3)
  expect(jaxpr?.more).toBe(of - 3)
  for (const line of jaxpr?.lines ?? []) expect(text).toContain(line.text)
})

it('is empty before there is a program', () => {
  expect(stepsOf(aRun())).toEqual([])
})
