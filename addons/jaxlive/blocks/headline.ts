import type { Ratio, Timings } from '../rest/types'
import { percent, ratio, time } from '../shared/format'
import { variantLabel } from './variants'

/** The one number that a card is about. `plain` when nothing was won: it is shown in grey. */
export interface Headline {
  number: string
  compares: string
  interval: string
  /** How far off the number may be in this run. */
  resolution?: string
  plain: boolean
}

/** The first ratio, else the first time, and how fine the run is; while rounds still run, only how many there were. */
export function headline(timings: Timings): Headline | null {
  const [first] = timings.ratios
  if (!first && !timings.complete) return measuring(timings)
  const told = first ? ofRatio(first) : ofTime(timings)
  const resolution = first?.resolution ?? timings.control?.resolution
  return told && resolution ? { ...told, resolution: `resolution ${percent(resolution)}` } : told
}

/** The second ratio, which stands small at the right. */
export function aside(timings: Timings): Headline | null {
  const second = timings.ratios[1]
  if (!second) return null
  const told = ofRatio(second)
  return second.outcome === 'alike' ? { ...told, compares: `not faster than ${variantLabel(second.of)}` } : told
}

/** A ratio is told from the winner's side, so that the number is above one. */
function ofRatio({ of, over, median, ci95, winner, outcome }: Ratio): Headline {
  const turned = winner === of
  const [faster, slower] = turned ? [of, over] : [over, of]
  const value = turned ? 1 / median : median
  const [low, high] = turned ? [1 / ci95[1], 1 / ci95[0]] : ci95
  const [one, other] = [variantLabel(faster), variantLabel(slower)]
  const compares = {
    faster: `${one} over ${other}`,
    alike: `${one} not faster than ${other}`,
    undecided: `${one} over ${other}: undecided`,
  }
  return {
    number: `${ratio(value)}×`,
    compares: compares[outcome],
    interval: `95 % interval ${ratio(low)} to ${ratio(high)}`,
    plain: !winner,
  }
}

function measuring({ rounds }: Timings): Headline {
  const interval = rounds ? `${rounds} rounds so far` : ''
  return { number: '…', compares: 'measuring', interval, plain: true }
}

function ofTime({ rows }: Timings): Headline | null {
  const row = rows[0]
  if (!row) return null
  const { median_s, q25_s, q75_s } = row.latency
  return {
    number: time(median_s),
    compares: `${variantLabel(row.variant)}, median`,
    interval: `quartiles ${time(q25_s)} to ${time(q75_s)}`,
    plain: false,
  }
}
