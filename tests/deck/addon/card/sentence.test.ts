import { expect, it } from 'vitest'
import {
  announcement,
  type CardState,
  elapsed,
  recordedWords,
  stateWords,
} from '../../../../addons/jaxlive/card/sentence'
import type { Environment } from '../../../../addons/jaxlive/rest/types'
import { aRun } from '../../runs'

const NOW = Date.parse('2026-11-20T10:00:05Z')

it.each<[CardState, Parameters<typeof aRun>[0], string]>([
  ['idle', {}, 'ready'],
  ['queued', { status: 'queued', position: 2 }, 'queued, 2 ahead'],
  ['queued', { status: 'queued', position: 2, wait_s: 11.2 }, 'queued, 2 ahead, about 12 s'],
  ['queued', { status: 'queued', position: 0 }, 'queued, next'],
  ['running', { status: 'running', finished_at: null }, 'running, 4.0 s'],
  ['done', {}, 'live, 2 s ago'],
  ['failed', { status: 'failed' }, 'failed after 2 s'],
  ['cancelled', { status: 'cancelled', started_at: null }, 'cancelled'],
  ['timed_out', { status: 'timed_out' }, 'timed out after 2 s'],
  ['away', {}, 'server away, trying again'],
  ['static', {}, ''],
])('says of %s with %o: %s', (state, change, words) => {
  expect(stateWords(state, aRun(change), NOW)).toBe(words)
})

it('says where and when a recording was made', () => {
  const environment = { machine: 'vm-2-cores' } as Environment
  expect(recordedWords(aRun({ source: 'recorded', environment }))).toBe('recorded on vm-2-cores, 2026-11-20')
})

it('says refused of what never became a run', () => {
  expect(stateWords('failed', undefined, NOW)).toBe('refused')
})

it('never counts back when the clocks of server and window differ', () => {
  expect(elapsed(aRun({ started_at: '2026-11-20T11:00:00Z', finished_at: null }), NOW)).toBe(0)
})

it('announces a failure with its reason', () => {
  const problem = { type: 'about:blank', title: 'Crash', status: 500, detail: 'The worker died.', errors: [], log: [] }
  expect(announcement('failed', problem)).toBe('Failed. The worker died.')
})
