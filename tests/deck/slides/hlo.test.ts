import { expect, it } from 'vitest'
import { kernelsOf } from '../../../slides/drawings/hlo'
import { normalize, stageOf } from '../programs'

it('finds the kernels of the entry, with what they compute', () => {
  const lines = stageOf(normalize, 'hlo').text.split('\n')
  const kernels = kernelsOf(lines)
  const fusions = stageOf(normalize, 'hlo').fusions ?? []
  expect(fusions.length).toBeGreaterThan(1)
  expect(kernels.map(({ name }) => name)).toEqual(expect.arrayContaining(fusions))
  for (const { name, line, operations } of kernels) {
    expect(lines[line]).toContain(`%${name} = `)
    expect(operations.length).toBeGreaterThan(0)
    expect(operations).not.toContain('parameter')
  }
  expect(kernels.flatMap(({ operations }) => operations)).toContain('rsqrt')
})

it('names an instruction that is not fused by itself', () => {
  const lines = [
    'ENTRY %main (p: f32[2]) -> f32[2] {',
    '  %p = f32[2]{0} parameter(0)',
    '  ROOT %s = f32[2]{0} sine(%p)',
    '}',
  ]
  expect(kernelsOf(lines)).toEqual([{ name: 's', line: 2, operations: ['sine'] }])
})
