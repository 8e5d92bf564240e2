import { elapsed } from '../card/sentence'
import type { ExperimentInfo, Health, Run } from '../rest/types'

/** An experiment before the talk: how its newest run ended, how long it took and how long ago that was. */
export interface Check {
  name: string
  state: Run['status'] | 'not run'
  seconds?: number
  age_s?: number
}

/** Every experiment with its newest run, in the order of the server's list. `now` in milliseconds. */
export function checksOf(experiments: readonly ExperimentInfo[], runs: readonly Run[], now: number): Check[] {
  return experiments.map(({ name }) => {
    const run = runs.findLast(({ experiment, edited }) => experiment === name && !edited)
    if (!run) return { name, state: 'not run' }
    const ended = run.finished_at ? { age_s: (now - Date.parse(run.finished_at)) / 1000 } : {}
    return { name, state: run.status, seconds: elapsed(run, now), ...ended }
  })
}

/**
 * Ready when a warm worker waits and every newest run is done; else what is not. Go or no-go is another question: the
 * command line's preflight runs everything and judges claims, recordings and the build.
 */
export function readiness(checks: readonly Check[], health: Health | undefined): { ready: boolean; words: string } {
  if (!health?.ready) return { ready: false, words: `not ready: ${health?.reason ?? 'no worker is ready'}` }
  const open = checks.filter(({ state }) => state !== 'done')
  if (!open.length) return { ready: true, words: `ready: ${checks.length} experiments done` }
  const states = [...new Set(open.map(({ state }) => state))]
  const counts = states.map((state) => `${open.filter((check) => check.state === state).length} ${state}`)
  return { ready: false, words: `not ready: ${counts.join(', ').replaceAll('_', ' ')}` }
}
