import { describe, expect, it } from 'vitest'
import { facts, unlike } from '../../../../addons/jaxlive/card/facts'
import type { Environment } from '../../../../addons/jaxlive/rest/types'
import { aRun, someTimings } from '../../runs'

const environment = { devices: [{ kind: 'cpu' }], neighbours: 0 } as unknown as Environment

describe('facts', () => {
  it('are those of the timings, then what the slide pins but its device', () => {
    const run = aRun({ environment, blocks: [someTimings()] })
    expect(facts(run, { array_length: 1000, device: 'cpu' })).toBe('cpu · 2 threads · float32 · array length 1000')
  })

  it('are the device alone without timings, and nothing without a run', () => {
    expect(facts(aRun({ environment }), {})).toBe('cpu')
    expect(facts(undefined, {})).toBe('')
  })

  it('tell of runs that shared the processors', () => {
    const run = aRun({ environment: { ...environment, neighbours: 2 }, blocks: [someTimings()] })
    expect(facts(run, {})).toBe('cpu · 2 threads · float32 · beside 2 other runs')
  })

  it('tell of a run that was repeated', () => {
    expect(facts(aRun({ environment, repeated: true }), {})).toBe('cpu · second try: the first worker was killed')
  })
})

describe('unlike', () => {
  it('has the parameters that differ, never the device', () => {
    expect(unlike(aRun({ params: { a: 1, b: 2, device: 'gpu' } }), { a: 1, b: 3 })).toEqual({ b: 2 })
  })
})
