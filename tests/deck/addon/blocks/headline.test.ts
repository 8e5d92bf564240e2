import { describe, expect, it } from 'vitest'
import { aside, headline } from '../../../../addons/jaxlive/blocks/headline'
import { variantLabel } from '../../../../addons/jaxlive/blocks/variants'
import type { Ratio } from '../../../../addons/jaxlive/rest/types'
import table from '../../../winners.json'
import { someTimings } from '../../runs'

const gain: Ratio = {
  of: 'eager',
  over: 'jit',
  median: 2.6,
  ci95: [2.5, 2.7],
  resolution: 1.034,
  outcome: 'faster',
  winner: 'jit',
}

describe('headline', () => {
  it('is the first ratio, with its interval', () => {
    expect(headline(someTimings({ ratios: [gain] }))).toEqual({
      number: '2.6×',
      compares: 'JAX jit over JAX eager',
      interval: '95 % interval 2.5 to 2.7',
      resolution: 'resolution 4 %',
      plain: false,
    })
  })

  it('is told from the side of the winner', () => {
    const loss: Ratio = { ...gain, of: 'numpy', over: 'eager', median: 0.5, ci95: [0.4, 0.8], winner: 'numpy' }
    expect(headline(someTimings({ ratios: [loss] }))).toMatchObject({
      number: '2.0×',
      compares: 'NumPy over JAX eager',
      interval: '95 % interval 1.3 to 2.5',
      resolution: 'resolution 4 %',
    })
  })

  it('says so when nobody won', () => {
    const tie: Ratio = { ...gain, of: 'numpy', median: 1.02, ci95: [0.98, 1.05], outcome: 'alike', winner: null }
    const told = headline(someTimings({ ratios: [tie] }))
    expect(told).toMatchObject({ compares: 'JAX jit not faster than NumPy', plain: true })
  })

  it('names no winner that the run cannot tell', () => {
    const unclear: Ratio = {
      ...gain,
      median: 2.2,
      ci95: [0.9, 2.9],
      resolution: 2.89,
      outcome: 'undecided',
      winner: null,
    }
    expect(headline(someTimings({ ratios: [unclear] }))).toMatchObject({
      compares: 'JAX jit over JAX eager: undecided',
      interval: '95 % interval 0.9 to 2.9',
      resolution: 'resolution 189 %',
      plain: true,
    })
  })

  it.each(table)('names who is faster as the command line does: $says', ({ ratio, card }) => {
    const { compares, ...numbers } = card
    const labels = compares.replace(/eager|jit|numpy/g, variantLabel)
    expect(headline(someTimings({ ratios: [ratio as Ratio] }))).toMatchObject({ ...numbers, compares: labels })
  })

  it('is a time where nothing is compared', () => {
    expect(headline(someTimings())).toMatchObject({ number: '180 ms', compares: 'NumPy, median' })
  })

  it('waits for the rounds to end', () => {
    const told = headline(someTimings({ complete: false, rounds: 7 }))
    expect(told).toMatchObject({ number: '…', interval: '7 rounds so far' })
  })

  it('is nothing before the first row', () => {
    expect(headline(someTimings({ rows: [] }))).toBeNull()
  })
})

describe('aside', () => {
  it('is the second ratio, when there is one', () => {
    expect(aside(someTimings({ ratios: [gain] }))).toBeNull()
    expect(aside(someTimings({ ratios: [gain, { ...gain, median: 17.4 }] }))?.number).toBe('17×')
  })
})
