import type { Timeline, TraceEvent } from '../rest/types'
import { percentage, ratio, time } from '../shared/format'

/** What an event is: its name, its HLO instruction where that is called otherwise, when it ran, and its line. */
export function eventWords({ name, hlo, start_s, duration_s, line }: TraceEvent): string {
  const parts = [name, hlo && hlo !== name && `HLO ${hlo}`, `${time(duration_s)} from ${time(start_s)}`]
  return [...parts, line != null && `line ${line}`].filter(Boolean).join(', ')
}

/** What a trace is no answer to. */
export function costWords({ traced_s, plain_s }: Timeline): string {
  const never = 'A traced call is never a timing'
  if (traced_s == null) return never
  const slower = traced_s / plain_s
  const share = slower >= 1.05 ? `, ${ratio(slower)}× as long as without` : ''
  return `${never}: ${time(traced_s)} with the trace${share}`
}

/** The timeline in a sentence, for those who do not see it. */
export function summary({ lanes, calls, busy }: Timeline): string {
  const events = lanes.reduce((sum, lane) => sum + lane.events.length, 0)
  const head = `${events} events on ${lanes.length} ${lanes.length === 1 ? 'lane' : 'lanes'} in ${calls} calls`
  return busy == null ? head : `${head}; instructions ran in ${percentage(busy)} of the time`
}
