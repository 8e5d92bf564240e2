import { expect, it } from 'vitest'
import type { CardState } from '../../../../addons/jaxlive/card/sentence'
import { needsRecording } from '../../../../addons/jaxlive/runs/standIn'
import { aRun } from '../../runs'

const NOW = Date.parse('2026-11-20T10:00:12Z') // the run began eleven seconds before

it.each<[CardState, number, boolean]>([
  ['idle', 1, false],
  ['queued', 1, false],
  ['running', 1, true],
  ['running', 3, true],
  ['running', 4, false],
  ['done', 1, false],
  ['cancelled', 1, false],
  ['failed', 1, true],
  ['timed_out', 1, true],
  ['static', 1, true],
])('%s, of typically %d s: %s', (state, typical, needed) => {
  const status = state === 'idle' || state === 'static' ? 'done' : (state as 'running')
  const run = aRun({ status, finished_at: status === 'running' ? null : aRun().finished_at })
  expect(needsRecording(state, run, typical, NOW)).toBe(needed)
})

it('waits ten seconds for any run', () => {
  const run = aRun({ status: 'running', finished_at: null })
  expect(needsRecording('running', run, 0.1, NOW - 2000)).toBe(false)
})

it('keeps a result that is there while the server is away', () => {
  expect(needsRecording('away', aRun(), 1, NOW)).toBe(false)
  expect(needsRecording('away', aRun({ status: 'running' }), 1, NOW)).toBe(true)
  expect(needsRecording('away', undefined, 1, NOW)).toBe(true)
})

it('does not hide why a run was refused', () => {
  expect(needsRecording('failed', undefined, 1, NOW)).toBe(false)
})

it('never stands in for edited code', () => {
  const run = aRun({ status: 'failed', edited: { code: '', difference: '' } })
  expect(needsRecording('failed', run, 1, NOW)).toBe(false)
})
