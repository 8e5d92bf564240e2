import { describe, expect, it } from 'vitest'
import { aside, headline } from '../../../slides/lib/headline'
import type { Ratio } from '../../../slides/rest/types'
import { someTimings } from '../runs'

const gain: Ratio = { of: 'eager', over: 'jit', median: 2.6, ci95: [2.5, 2.7], winner: 'jit' }

describe('headline', () => {
  it('is the first ratio, with its interval', () => {
    expect(headline(someTimings({ ratios: [gain] }))).toEqual({
      number: '2.6×',
      compares: 'JAX jit over JAX eager',
      interval: '95 % interval 2.5 to 2.7',
      plain: false,
    })
  })

  it('is told from the side of the winner', () => {
    const loss: Ratio = { of: 'numpy', over: 'eager', median: 0.5, ci95: [0.4, 0.8], winner: 'numpy' }
    expect(headline(someTimings({ ratios: [loss] }))).toMatchObject({
      number: '2.0×',
      compares: 'NumPy over JAX eager',
      interval: '95 % interval 1.3 to 2.5',
    })
  })

  it('says so when nobody won', () => {
    const tie: Ratio = { of: 'numpy', over: 'jit', median: 1.02, ci95: [0.98, 1.05], winner: null }
    const told = headline(someTimings({ ratios: [tie] }))
    expect(told).toMatchObject({ compares: 'JAX jit not faster than NumPy', plain: true })
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
