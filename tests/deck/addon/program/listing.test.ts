import { expect, it } from 'vitest'
import { listingOf, rowAt, rowsOf, summary } from '../../../../addons/jaxlive/program/listing'
import { normalize, stageOf } from '../../programs'

const hlo = listingOf(stageOf(normalize, 'hlo'))
const parts = new Set([...hlo.folds.values()].filter(({ part }) => part).map(({ start }) => start))

it('knows the lines that came from a source line', () => {
  const [first, second] = [30, 31].map((source) => hlo.places.get(source) ?? [])
  expect(first?.every((line) => hlo.sources[line] === 30)).toBe(true)
  expect((first?.length ?? 0) + (second?.length ?? 0)).toBe(hlo.sources.filter((source) => source !== null).length)
})

it('draws a row for each line, or one for a folded block with the sources of all within', () => {
  const open = rowsOf(hlo, new Set())
  expect(open.map(({ line }) => line)).toEqual(hlo.lines.map((_, i) => i))
  const rows = rowsOf(hlo, parts)
  expect(rows.length).toBeLessThan(open.length / 2)
  const both = rows.find(({ line }) => hlo.lines[line]?.startsWith('%fused_computation.3 '))
  expect(both).toMatchObject({ folded: true, sources: [30, 31] })
})

it('finds the row that shows a line, also a folded one', () => {
  const rows = rowsOf(hlo, parts)
  for (const [start, { end }] of hlo.folds)
    if (parts.has(start)) for (const line of [start, start + 1, end]) expect(rows[rowAt(rows, line)]?.line).toBe(start)
  expect(rowAt(rows, hlo.lines.length)).toBe(rows.length - 1)
  expect(rowAt([], 3)).toBeLessThan(1)
})

it('sums a folded block up by its name and its end', () => {
  const jaxpr = listingOf(stageOf(normalize, 'jaxpr'))
  const start = jaxpr.lines.findIndex((line) => line.includes('w:f32[2000,1] = jit['))
  const rows = rowsOf(jaxpr, new Set([start]))
  const row = rows[rowAt(rows, start)]
  expect(row && summary(row)).toBe(' _std … ] v 0:i32[]')
})
