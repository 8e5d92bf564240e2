import { describe, expect, it } from 'vitest'
import type { Block } from '../../../../addons/jaxlive/rest/types'
import { broken, claimed, measured, undecided } from '../../../../addons/jaxlive/runs/claim'
import table from '../../../claims.json'

const blocks = table.blocks as unknown as Block[]
const metrics = table.metrics as [string, number | null][]
const bounds = table.bounds as [number, Record<string, number>, boolean][]

describe('a claim', () => {
  it.each(metrics)('finds %s', (metric, number) => {
    expect(measured(blocks, metric) ?? null).toBe(number)
  })

  it.each(table.undecided as [string, boolean][])('of %s is undecided: %s', (metric, whether) => {
    expect(undecided(blocks, metric)).toBe(whether)
  })

  it.each(bounds)('of %s with %j holds: %s', (number, { 'at-least': atLeast, 'at-most': atMost, equals }, holds) => {
    expect(broken(number, { atLeast, atMost, equals }) === undefined).toBe(holds)
  })

  it('writes a ratio with its sign and says what is not true', () => {
    expect(claimed(2.13, 'ratios.eager/jit')).toBe('2.1×')
    expect(claimed(12, 'values.second')).toBe('12')
    expect(broken(0.9, { atLeast: '1' })).toBe('the slide says at least 1')
  })
})
