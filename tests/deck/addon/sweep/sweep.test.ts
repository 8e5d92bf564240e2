import { describe, expect, it } from 'vitest'
import type { Run } from '../../../../addons/jaxlive/rest/types'
import { crossovers, crossoverWords, foremost, type Point, pointsOf } from '../../../../addons/jaxlive/sweep/sweep'
import { aRow, aRun, printed, someTimings } from '../../runs'

/** A point whose interval ends a part of its time away. */
function at(x: number, variant: string, y: number, noise = 0.02): Point {
  return { variant, colour: '', x, y, low: y * (1 - noise), high: y * (1 + noise), resolution: 1.01 }
}

function measured(array_length: number, change: Partial<Run> = {}): Run {
  const timings = someTimings({ rows: [aRow('numpy', array_length / 1e9), aRow('jit', 1e-5)] })
  return aRun({ params: { array_length }, blocks: [timings], ...change })
}

describe('the points of a sweep', () => {
  it('are the medians of runs that are done, with their intervals, by value', () => {
    const runs = [
      measured(1e6),
      measured(1e3),
      measured(1e4, { status: 'running' }),
      measured(1e5, { status: 'failed' }),
    ]
    const points = pointsOf(runs, 'array_length')
    expect(points.map(({ x, variant }) => [x, variant])).toEqual([
      [1e3, 'numpy'],
      [1e3, 'jit'],
      [1e6, 'numpy'],
      [1e6, 'jit'],
    ])
    const [low, high] = aRow('jit', 1e-5).latency.ci95_s
    expect(points[1]).toMatchObject({ colour: 'var(--jit)', y: 1e-5, low, high, resolution: 1 })
  })

  it('are of the complete timings with the most variants', () => {
    const few = someTimings({ rows: [aRow('scan', 1)] })
    const partial = someTimings({ complete: false, rows: ['a', 'b', 'c', 'd'].map((name) => aRow(name, 1)) })
    const points = pointsOf([measured(1e3, { blocks: [printed('out'), few, partial, someTimings()] })], 'array_length')
    expect(points.map(({ variant }) => variant)).toEqual(['numpy', 'eager', 'jit'])
  })

  it('are none of a run without timings', () => {
    expect(pointsOf([measured(1e3, { blocks: [printed('out')] })], 'array_length')).toEqual([])
  })

  it('keep a hue for a variant that has no colour of its own, also where others are missing', () => {
    const one = measured(1, { blocks: [someTimings({ rows: [aRow('loop', 1), aRow('scan', 1)] })] })
    const other = measured(2, { blocks: [someTimings({ rows: [aRow('scan', 1)] })] })
    const scans = pointsOf([one, other], 'array_length').filter(({ variant }) => variant === 'scan')
    expect(scans.map(({ colour }) => colour)).toEqual(['var(--hue-2)', 'var(--hue-2)'])
  })
})

describe('crossovers', () => {
  it('are none where one is ahead everywhere, and none without points', () => {
    expect(crossovers([at(1, 'numpy', 1), at(1, 'jit', 2), at(10, 'numpy', 5), at(10, 'jit', 9)])).toEqual([])
    expect(crossovers([])).toEqual([])
  })

  it('lie where straight lines cross on logarithmic axes', () => {
    const [crossover, ...more] = crossovers([
      at(1e3, 'numpy', 1),
      at(1e3, 'jit', 10),
      at(1e5, 'numpy', 100),
      at(1e5, 'jit', 10),
    ])
    expect(more).toEqual([])
    expect(crossover?.variant).toBe('jit')
    expect(crossover?.x).toBeCloseTo(1e4)
  })

  it('can be two, of three variants', () => {
    const points = [
      [1, 2, 4],
      [10, 6, 8],
      [100, 60, 20],
    ].flatMap(([numpy = 0, torch = 0, jit = 0], i) => [
      at(10 ** i, 'numpy', numpy),
      at(10 ** i, 'torch', torch),
      at(10 ** i, 'jit', jit),
    ])
    const found = crossovers(points)
    expect(found.map(({ variant }) => variant)).toEqual(['torch', 'jit'])
    expect(found[0]?.x).toBeGreaterThan(1)
    expect(found[0]?.x).toBeLessThan(10)
    expect(found[1]?.x).toBeGreaterThan(10)
    expect(found[1]?.x).toBeLessThan(100)
  })

  it('go from point to point where one is missing between them', () => {
    const points = [at(1, 'numpy', 1), at(1, 'jit', 10), at(10, 'numpy', 2), at(100, 'numpy', 100), at(100, 'jit', 10)]
    expect(crossovers(points)[0]?.x).toBeCloseTo(10)
  })

  it('need both variants on both sides', () => {
    expect(crossovers([at(1, 'numpy', 1), at(10, 'numpy', 9), at(10, 'jit', 2)])).toEqual([])
    expect(crossovers([at(1, 'numpy', 1), at(10, 'jit', 2)])).toEqual([])
  })

  it('are none within the resolution of the run that would show them', () => {
    const points = [at(1, 'numpy', 1), at(1, 'jit', 2), at(10, 'numpy', 5), at(10, 'jit', 4)]
    expect(crossovers(points)).toHaveLength(1)
    expect(crossovers(points.map((point) => ({ ...point, resolution: 1.3 })))).toEqual([])
  })

  it('are none where the intervals overlap on both sides', () => {
    const points = [at(1, 'numpy', 1, 0.2), at(1, 'jit', 1.1), at(10, 'numpy', 5, 0.2), at(10, 'jit', 4.9)]
    expect(crossovers(points)).toEqual([])
  })

  it('lie where the medians cross, also when the lead is beyond the noise only later', () => {
    const points = [
      ...[at(1, 'numpy', 1), at(1, 'jit', 2)],
      ...[at(10, 'numpy', 5), at(10, 'jit', 5.1)],
      ...[at(100, 'numpy', 50), at(100, 'jit', 49.5)],
      ...[at(1000, 'numpy', 500), at(1000, 'jit', 300)],
    ]
    const [crossover, ...more] = crossovers(points)
    expect(more).toEqual([])
    expect(crossover?.x).toBeGreaterThan(10)
    expect(crossover?.x).toBeLessThan(100)
    expect(crossovers(points.slice(0, 6))).toEqual([])
  })

  it('are told to two digits', () => {
    expect(crossoverWords({ x: 12_345, variant: 'jit' }, 'elements')).toBe('JAX jit ahead from 12K elements')
    expect(crossoverWords({ x: 7.77, variant: 'torch' }, '')).toBe('PyTorch ahead from 7.8')
  })
})

describe('the run that stands for a sweep', () => {
  it('is one under way, else one that went wrong', () => {
    const [done, failed, queued, running] = (['done', 'failed', 'queued', 'running'] as const).map((status) =>
      aRun({ status }),
    )
    const all = [done, failed, queued, running].filter((run) => run !== undefined)
    expect(foremost(all)).toBe(running)
    expect(foremost(all.slice(0, 3))).toBe(queued)
    expect(foremost(all.slice(0, 2))).toBe(failed)
    expect(foremost([])).toBeUndefined()
  })
})
