import { describe, expect, it } from 'vitest'
import type { Block, BusEvent } from '../../../../addons/jaxlive/rest/types'
import { newestRun, reduce, withEdit } from '../../../../addons/jaxlive/runs/reduce'
import table from '../../../run_events.json'
import { aRun, printed } from '../../runs'

describe('reduce', () => {
  it('begins anew at a snapshot', () => {
    const later = aRun({ id: 'r2' })
    expect(reduce([aRun()], { type: 'snapshot', edits: {}, predictions: [], runs: [later] })).toEqual([later])
  })

  it('adds a queued run as the newest', () => {
    const queued = aRun({ id: 'r2', status: 'queued', position: 1 })
    expect(reduce([aRun()], { type: 'queued', run: queued }).map(({ id }) => id)).toEqual(['r1', 'r2'])
  })

  it('keeps the blocks when a head event comes without them', () => {
    const running = aRun({ status: 'running', blocks: [printed('out', 'a')] })
    const [done] = reduce([running], { type: 'finished', run: aRun() })
    expect(done?.status).toBe('done')
    expect(done?.blocks).toEqual([printed('out', 'a')])
  })

  it.each(table)('does with an event what the engine does: $says', ({ before, event, after }) => {
    const run = aRun({ blocks: before as Block[] })
    const [changed] = reduce([run], event as BusEvent)
    expect(changed?.blocks).toEqual(after)
    expect(run.blocks).toEqual(before)
  })

  it('leaves other runs as they are, also for a run that it does not know', () => {
    const other = aRun({ id: 'r2' })
    const runs = reduce([aRun(), other], { type: 'block', run_id: 'r9', index: 0, block: printed('out') })
    expect(runs[1]).toBe(other)
    expect(runs).toHaveLength(2)
  })
})

describe('newestRun', () => {
  const runs = [
    aRun({ id: 'old', params: { size: 2000, device: 'auto' } }),
    aRun({ id: 'new', params: { size: 3000, device: 'auto' } }),
    aRun({ id: 'other', experiment: 'grad' }),
  ]

  it('is the last of its experiment', () => {
    expect(newestRun(runs, 'jit', {})?.id).toBe('new')
  })

  it('must have run with the pinned parameters', () => {
    expect(newestRun(runs, 'jit', { size: 2000 })?.id).toBe('old')
    expect(newestRun(runs, 'jit', { size: 1 })).toBeUndefined()
  })
})

describe('newestRun beside edits', () => {
  const edited = (code: string) => ({ code, difference: '' })
  const own = aRun({ id: 'own' })
  const runs = [aRun({ id: 'this', edited: edited('a') }), aRun({ id: 'other', edited: edited('b') }), own]

  it('is of the experiment’s own code where nothing is edited', () => {
    expect(newestRun([own, aRun({ id: 'late', edited: edited('a') })], 'jit', {})?.id).toBe('own')
    expect(newestRun(runs.slice(0, 2), 'jit', {})).toBeUndefined()
  })

  it.each([
    ['of just this code', 'a', 'this'],
    ['of another edit', 'c', 'other'],
  ])('is one %s, however late one of its own code is', (_, code, id) => {
    expect(newestRun(runs, 'jit', {}, code)?.id).toBe(id)
  })

  it('is of the experiment’s own code as long as no edit has run', () => {
    expect(newestRun([own], 'jit', {}, 'a')?.id).toBe('own')
  })
})

describe('withEdit', () => {
  it('takes an edit, and forgets it', () => {
    expect(withEdit({ grad: 'g' }, { experiment: 'jit', code: 'a' })).toEqual({ grad: 'g', jit: 'a' })
    expect(withEdit({ grad: 'g', jit: 'a' }, { experiment: 'jit', code: null })).toEqual({ grad: 'g' })
  })
})
