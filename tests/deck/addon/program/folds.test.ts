import { expect, it } from 'vitest'
import { foldedAtFirst, foldsOf } from '../../../../addons/jaxlive/program/folds'
import type { Program, Stage } from '../../../../addons/jaxlive/rest/types'
import { controlFlow, normalize, stageOf } from '../../programs'

function folded(program: Program, name: Stage['name']) {
  const lines = stageOf(program, name).text.split('\n')
  const folds = foldsOf(lines, name)
  const startingWith = (text: string) => [...folds.values()].find(({ start }) => lines[start]?.includes(text))
  return { lines, folds, startingWith }
}

it('folds the jaxprs within a jaxpr, and says what they are called', () => {
  const { lines, folds, startingWith } = folded(normalize, 'jaxpr')
  expect(startingWith('let _var = {')).toMatchObject({ start: 0, hidden: 19, tail: 'in (n,) } in', part: true })
  const std = startingWith('w:f32[2000,1] = jit[')
  expect(std).toMatchObject({ name: '_std', tail: '] v 0:i32[]', part: true })
  expect(lines[std?.end ?? -1]).toContain('] v 0:i32[]')
  const body = folds.get((std?.start ?? 0) + 2)
  expect(body?.tail).toBe('in (w,) }')
  expect(body?.part).toBe(false)
})

it('folds the bodies of loops and branches, which are the function’s own', () => {
  const { startingWith } = folded(controlFlow, 'jaxpr')
  for (const text of ['= scan[', '= while[', 'cond_jaxpr={', '= cond['])
    expect(startingWith(text)).toMatchObject({ part: false })
  expect(startingWith('= custom_jvp_call[')).toMatchObject({ name: 'relu', part: true })
})

it('keeps a line that closes one block and opens the next', () => {
  const { lines, startingWith } = folded(controlFlow, 'stablehlo')
  const condition = startingWith('cond {')
  expect(lines[(condition?.end ?? 0) + 1]?.trim()).toBe('} do {')
  expect(condition?.tail).toBe('')
  expect(startingWith('} do {')).toMatchObject({ tail: '}' })
  expect(startingWith('"stablehlo.case"')?.tail).toMatch(/^\}\) : /)
})

it('folds private functions of StableHLO and computations of HLO', () => {
  expect(folded(normalize, 'stablehlo').startingWith('func.func private @_std')).toMatchObject({
    hidden: 3,
    part: true,
  })
  expect(folded(normalize, 'stablehlo').startingWith('func.func public')?.part).toBe(false)
  const { lines, startingWith } = folded(normalize, 'hlo')
  const fusion = startingWith('%fused_computation.4 (')
  expect(fusion).toMatchObject({ hidden: 5, tail: '}', part: true })
  expect(lines[fusion?.end ?? 0]).toBe('')
  expect(startingWith('ENTRY')?.part).toBe(false)
})

it.each([normalize, controlFlow])('nests the blocks of $label, none crossing another', ({ stages }) => {
  for (const { text, name } of stages) {
    const lines = text.split('\n')
    const folds = [...foldsOf(lines, name).values()]
    for (const { start, end, hidden } of folds) {
      expect(end).toBeLessThan(lines.length)
      expect(hidden).toBeGreaterThan(1)
      for (const other of folds)
        if (start < other.start && other.start <= end) expect(other.end).toBeLessThanOrEqual(end)
    }
  }
})

it('starts a long listing with its parts folded, and a short one open', () => {
  const long = folded(normalize, 'hlo')
  const atFirst = foldedAtFirst(long.lines, long.folds)
  expect(atFirst.has(long.startingWith('%fused_computation (')?.start ?? -1)).toBe(true)
  expect(atFirst.has(long.startingWith('ENTRY')?.start ?? -1)).toBe(false)
  const short = folded(normalize, 'jaxpr')
  expect(foldedAtFirst(short.lines, short.folds).size).toBe(0)
})

it('does not count brackets in strings, nor stray ones', () => {
  const lines = ['a {', '  b = "}" ]', '  c', '  d = (', '}']
  expect([...foldsOf(lines, 'hlo').keys()]).toEqual([])
  expect(foldsOf(['a {', '  b = "}" ]', '  c', '}'], 'hlo').get(0)).toMatchObject({ end: 3, hidden: 2 })
})
