import type { Ratio, Timings } from '../rest/types'
import { ratio, time } from './format'
import { variantLabel } from './variants'

/** The one number that a card is about. `plain` when nothing was won: it is shown in grey. */
export interface Headline {
  number: string
  compares: string
  interval: string
  plain: boolean
}

/** The first ratio, else the first time; while rounds still run, only how many there were. */
export function headline(timings: Timings): Headline | null {
  const [first] = timings.ratios
  if (first) return ofRatio(first)
  return timings.complete ? ofTime(timings) : measuring(timings)
}

/** The second ratio, which stands small at the right. */
export function aside(timings: Timings): Headline | null {
  const second = timings.ratios[1]
  if (!second) return null
  const told = ofRatio(second)
  return told.plain ? { ...told, compares: `not faster than ${variantLabel(second.of)}` } : told
}

/** A ratio is told from the winner's side, so that the number is above one. */
function ofRatio({ of, over, median, ci95, winner }: Ratio): Headline {
  const turned = winner === of
  const [faster, slower] = turned ? [of, over] : [over, of]
  const value = turned ? 1 / median : median
  const [low, high] = turned ? [1 / ci95[1], 1 / ci95[0]] : ci95
  const names = [variantLabel(faster), variantLabel(slower)]
  return {
    number: `${ratio(value)}×`,
    compares: winner ? `${names[0]} over ${names[1]}` : `${names[0]} not faster than ${names[1]}`,
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
