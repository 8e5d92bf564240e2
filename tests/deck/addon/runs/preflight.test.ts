import { describe, expect, it } from 'vitest'
import type { ExperimentInfo, Health } from '../../../../addons/jaxlive/rest/types'
import { checksOf, readiness } from '../../../../addons/jaxlive/runs/preflight'
import { aRun } from '../../runs'

const experiments = ['grad', 'jit', 'xla'].map((name) => ({ name })) as ExperimentInfo[]
const ready = { ready: true } as Health
const NOW = Date.parse('2026-11-20T10:01:03Z')

describe('preflight', () => {
  it('tells of every experiment how its newest run ended, how long it took and when', () => {
    const runs = [aRun({ id: 'r1', status: 'failed' }), aRun({ id: 'r2' }), aRun({ id: 'r3', experiment: 'xla' })]
    const [grad, jit] = checksOf(experiments, runs, NOW)
    expect(grad).toEqual({ name: 'grad', state: 'not run' })
    expect(jit).toEqual({ name: 'jit', state: 'done', seconds: 2, age_s: 60 })
  })

  it('does not count runs of edited code', () => {
    const edited = aRun({ id: 'r2', edited: { code: '', difference: '' } })
    expect(checksOf(experiments, [aRun({ status: 'failed' }), edited], NOW)[1]?.state).toBe('failed')
  })

  it('is go only when all are done and a worker is ready', () => {
    const done = checksOf(
      experiments,
      experiments.map(({ name }) => aRun({ experiment: name })),
      NOW,
    )
    expect(readiness(done, ready)).toEqual({ ready: true, words: 'ready: 3 experiments done' })
    const words = readiness(done, { ...ready, ready: false, reason: 'queue: disk full' }).words
    expect(words).toBe('not ready: queue: disk full')
    expect(readiness(done, undefined)).toEqual({ ready: false, words: 'not ready: no worker is ready' })
  })

  it('says how many are not done, and how they ended', () => {
    const runs = [aRun({ experiment: 'xla', status: 'timed_out' }), aRun({ experiment: 'grad' })]
    expect(readiness(checksOf(experiments, runs, NOW), ready).words).toBe('not ready: 1 not run, 1 timed out')
  })
})
