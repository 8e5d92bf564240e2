import { expect, it } from 'vitest'
import { continued } from '../../../addons/jaxlive/shared/lineDiff'
import { compared, type Piece, rungsOf } from '../../../slides/drawings/ladder'
import { recorded } from '../recorded'

const { blocks } = recorded('composition')
const rungs = rungsOf(blocks)
const fresh = (line: readonly Piece[]) => line.filter((piece) => piece.fresh).map(({ text }) => text)

it('matches the most lines, in order', () => {
  expect(continued(['a', 'b', 'c', 'd'], ['a', 'c', 'x', 'd', 'b'])).toEqual([0, 2, undefined, 3, undefined])
  expect(continued([], ['a'])).toEqual([undefined])
  expect(continued(['a'], [])).toEqual([])
})

it('knows an equation by what it does, whatever its letters', () => {
  const before = ['    b:f32[] = tanh a', '    c:f32[] = sin a']
  const after = ['    b:f32[] = tanh a', '    c:f32[] = sub 1.0:f32[] b', '    d:f32[] = sin a']
  expect(compared(before, after).map(fresh)).toEqual([[], ['    c:f32[] = sub 1.0:f32[] b'], []])
})

it('marks of a line with another type only the type', () => {
  expect(compared(['  b:f32[] = mul a 1.0:f32[]'], ['  b:f32[9] = mul a 1.0:f32[]']).map(fresh)).toEqual([['f32[9]']])
})

it('climbs from f to all three, with what each adds', () => {
  expect(rungs.map(({ name, equations, added }) => [name, equations, added])).toEqual([
    ['f', 3, 0],
    ['grad(f)', 12, 9],
    ['vmap(grad(f))', 12, 0],
    ['jit(vmap(grad(f)))', 13, 3],
  ])
})

it('shows every line of a rung that has room, as it was printed', () => {
  for (const [i, { lines }] of rungs.slice(0, 3).entries()) {
    const block = blocks[i]
    if (block?.kind !== 'printed') throw new Error('the rungs come first')
    expect(lines.map((line) => (typeof line === 'number' ? line : line.map(({ text }) => text).join('')))).toEqual(
      block.lines,
    )
  }
})

it('leaves known lines out where there is no room, and says how many', () => {
  const lines = rungs[3]?.lines ?? []
  const left = lines.filter((line) => typeof line === 'number')
  expect(left).toHaveLength(1)
  expect(lines.length - 1 + (left[0] ?? 0)).toBe(15)
  expect(JSON.stringify(lines.at(-1))).toContain('jit[name=f jaxpr=f]')
})

it('has the rungs that have come so far, before they are counted', () => {
  expect(rungsOf(blocks.slice(0, 2)).map(({ name, equations }) => [name, equations])).toEqual([
    ['f', undefined],
    ['grad(f)', undefined],
  ])
})
