import type { Series } from '../rest/types'
import { bytes, compact, digits, time } from '../shared/format'

/** Units whose numbers carry them, so that the axis need not. */
const WITH_UNIT: Record<string, (value: number) => string> = {
  s: (value) => time(value),
  bytes,
  'bytes/s': (value) => `${bytes(value)}/s`,
}

/** Round ticks, as many as there is `room` for, by how the ends read; how they read, and how they and the axis are written. */
export function axis(
  { label, unit = '', scale }: Series['x'],
  domain: readonly [number, number],
  room: (labels: string[]) => number,
) {
  const ownUnit = WITH_UNIT[unit]
  const tickFormat = (value: number) => (ownUnit ?? (unit === 'FLOP/s' ? prefixed : number))(value)
  const most = room(domain.map(tickFormat))
  const ticks = scale === 'log' ? logTicks(...domain, most) : linearTicks(...domain, most)
  return {
    ticks,
    labels: ticks.map(tickFormat),
    // As text: a tick format of a logarithmic axis would pass through d3's, which leaves out ticks.
    look: { label: (unit && !ownUnit ? `${label} (${unit})` : label) || null, text: tickFormat },
  }
}

/** Multiples of 1, 2 or 5 times a power of ten; whole numbers between whole numbers, as calls and steps are. */
export function linearTicks(low: number, high: number, most: number): number[] {
  if (low === high) return [low]
  const whole = Number.isInteger(low) && Number.isInteger(high)
  const least = Math.max((high - low) / Math.max(most, 1), whole ? 1 : 0)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10)
  return range(Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)).map((i) => (i && i * step) || 0)
}

/** Decades, every second or third of them where all are too many; within one decade its 1, 2 and 5. */
export function logTicks(low: number, high: number, most: number): number[] {
  if (low === high) return [low]
  const [first, last] = [Math.log10(low) - 1e-9, Math.log10(high) + 1e-9]
  const decades = range(Math.ceil(first), Math.floor(last))
  const each = Math.ceil(decades.length / Math.max(most, 1))
  if (decades.length > 1) return decades.filter((_, i) => i % each === 0).map((power) => 10 ** power)
  const fine = range(Math.floor(first), Math.ceil(last)).flatMap((power) => [1, 2, 5].map((one) => one * 10 ** power))
  return fine.filter((value) => first <= Math.log10(value) && Math.log10(value) <= last)
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => first + i)
}

function number(value: number): string {
  return Math.abs(value) >= 1000 ? compact(value) : digits(value)
}

/** 1 G, 100 G, 1 T: what is not money has no billions. */
function prefixed(value: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(value) / 3 + 1e-9), 0), 5)
  return `${digits(value / 1000 ** step)} ${['', 'k', 'M', 'G', 'T', 'P'][step]}`
}
