import type { Series } from '../rest/types'
import { bytes, compact, digits, time } from './format'

/** Units whose numbers carry them, so that the axis need not. */
const WITH_UNIT: Record<string, (value: number) => string> = {
  s: time,
  bytes,
  'bytes/s': (value) => `${bytes(value)}/s`,
}

/** Ticks at the decades of a logarithmic axis, or where Plot puts them, and how they and the axis are written. */
export function axis({ label, unit = '', scale }: Series['x'], values: readonly (number | null)[]) {
  const finite = values.filter((value) => value !== null)
  const ownUnit = WITH_UNIT[unit]
  return {
    ticks: scale === 'log' ? decades(finite) : undefined,
    look: {
      label: unit && !ownUnit ? `${label} (${unit})` : label,
      tickFormat: ownUnit ?? ((value: number) => (unit === 'FLOP/s' ? prefixed(value) : number(value))),
    },
  }
}

function number(value: number): string {
  return value >= 1000 ? compact(value) : digits(value)
}

/** 1 G, 100 G, 1 T: what is not money has no billions. */
function prefixed(value: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(value) / 3 + 1e-9), 0), 5)
  return `${digits(value / 1000 ** step)} ${['', 'k', 'M', 'G', 'T', 'P'][step]}`
}

function decades(values: readonly number[]): number[] {
  const first = Math.ceil(Math.log10(Math.min(...values)) - 1e-9)
  const last = Math.floor(Math.log10(Math.max(...values)) + 1e-9)
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => 10 ** (first + i))
}
