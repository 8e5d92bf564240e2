const TIME_UNITS = [
  { unit: 's', seconds: 1 },
  { unit: 'ms', seconds: 1e-3 },
  { unit: 'µs', seconds: 1e-6 },
  { unit: 'ns', seconds: 1e-9 },
] as const

/** The largest unit in which a time is at least one. */
export function timeUnit(seconds: number): { unit: string; seconds: number } {
  return TIME_UNITS.find((unit) => seconds >= unit.seconds * 0.9995) ?? TIME_UNITS[3]
}

/** A number to three digits, thousands grouped: 0.0317, 2.61, 84.2, 1,715. */
export function digits(value: number, significant = 3): string {
  const places = value === 0 ? 0 : significant - 1 - Math.floor(Math.log10(Math.abs(value)))
  if (places > 6) return value.toExponential(significant - 1)
  const shown = Math.min(Math.max(places, 0), 6)
  return value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: shown })
}

/** A time with its unit: 84.2 ms. */
export function time(seconds: number, significant = 3): string {
  const { unit, seconds: one } = timeUnit(seconds)
  return `${digits(seconds / one, significant)} ${unit}`
}

/** A ratio: 1.0, 2.6, 17, 1,715. */
export function ratio(value: number): string {
  return value < 9.95 ? value.toFixed(1) : digits(value, 2)
}

/** How far beyond 1 a resolution is, rounded up: 7 %. */
export function percent(resolution: number): string {
  return `${Math.ceil(100 * (resolution - 1))} %`
}

/** How long ago, in whole units: 2 s, 5 min, 3 h. */
export function age(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min`
  return `${Math.floor(whole / 3600)} h`
}

/** A size in bytes: 40 MB, 1.5 GB. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), units.length - 1)
  return `${digits(value / 1000 ** step)} ${units[step]}`
}

/** A count, short: 32M, 1.5B. */
export function compact(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
}

/** A parameter's or block's name as words: array_length is "array length". */
export function words(name: string): string {
  return name.replaceAll('_', ' ')
}

/** A share of 1: 37 %. */
export function percentage(share: number): string {
  return `${digits(100 * share, 2)} %`
}
