import type { Problem, Run, Status } from '../rest/types'
import { age, time } from '../shared/format'

/** What a card can be in: a run's status, before the first run, while its server is away, or on pages without one. */
export type CardState = Status | 'idle' | 'away' | 'static'

/** The state in a few words, none on pages without a server. `now` in milliseconds. */
export function stateWords(state: CardState, run: Run | undefined, now: number): string {
  switch (state) {
    case 'idle':
      return 'ready'
    case 'away':
      return 'server away, trying again'
    case 'static':
      return ''
    case 'queued':
      return run?.position ? `queued, ${run.position} ahead${wait(run)}` : 'queued, next'
    case 'running':
      return `running, ${elapsed(run, now).toFixed(1)} s`
    case 'done':
      return run ? `live, ${age((now - ended(run)) / 1000)} ago` : 'done'
    case 'failed':
      return run ? `failed${after(run)}` : 'refused'
    case 'cancelled':
      return `cancelled${after(run)}`
    case 'timed_out':
      return `timed out${after(run)}`
  }
}

/** Seconds since the run began, or that it took. */
export function elapsed(run: Run | undefined, now: number): number {
  if (!run?.started_at) return 0
  const end = run.finished_at ? Date.parse(run.finished_at) : now
  return Math.max(0, (end - Date.parse(run.started_at)) / 1000)
}

/** How far a run is, by how long such runs take; it stops short of the end that it cannot know. */
export function progressOf(run: Run | undefined, typicalSeconds: number, now: number): number {
  return Math.min(elapsed(run, now) / (typicalSeconds || 1), 0.97)
}

function wait({ wait_s }: Run): string {
  return wait_s ? `, about ${age(Math.ceil(wait_s))}` : ''
}

function after(run: Run | undefined): string {
  return run?.started_at && run.finished_at ? ` after ${time(elapsed(run, 0), 2)}` : ''
}

/** Where and when a recording was made. */
export function recordedWords(run: Run): string {
  const day = new Date(ended(run)).toISOString().slice(0, 10)
  return `recorded on ${run.environment?.machine ?? 'another machine'}, ${day}`
}

function ended(run: Run): number {
  return Date.parse(run.finished_at ?? run.created_at)
}

/** What a screen reader hears when the state changes: no clock, but the reason. */
export function announcement(state: CardState, problem: Problem | null | undefined): string {
  const heard: Record<CardState, string> = {
    idle: '',
    away: 'The server is away.',
    static: '',
    queued: 'Queued.',
    running: 'Running.',
    done: 'Done.',
    failed: 'Failed.',
    cancelled: 'Cancelled.',
    timed_out: 'Timed out.',
  }
  return [heard[state], problem?.detail].filter(Boolean).join(' ')
}
