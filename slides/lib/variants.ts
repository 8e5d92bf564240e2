import type { Row } from '../api/types'

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
