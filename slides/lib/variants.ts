import type { Row } from '../rest/types'

const LABELS: Record<string, string> = {
  numpy: 'NumPy',
  torch: 'PyTorch',
  pytorch: 'PyTorch',
  jax: 'JAX',
  eager: 'JAX eager',
  jit: 'JAX jit',
}

/** How the slides write a variant; names that are not among the usual ones stand for themselves. */
export function variantLabel(variant: string): string {
  return LABELS[variant] ?? variant.replaceAll('_', ' ')
}

/** The colour of a framework, the same on every slide; eager JAX is the lighter jit. */
export function variantColour(row: Pick<Row, 'framework' | 'mode'>): string {
  if (row.framework !== 'jax') return `var(--${row.framework})`
  return row.mode === 'eager' ? 'var(--eager)' : 'var(--jit)'
}

const LINES: Record<string, string> = {
  numpy: 'var(--numpy)',
  torch: 'var(--torch)',
  pytorch: 'var(--torch)',
  eager: 'var(--eager)',
  jit: 'var(--jit)',
  jax: 'var(--jit)',
}

/** The colour of a line: a variant's own, else one of the hues, by its place. */
export function lineColour(line: string, place: number): string {
  return LINES[line] ?? `var(--hue-${(place % 8) + 1})`
}
