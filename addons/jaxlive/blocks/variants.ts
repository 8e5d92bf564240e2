import type { Row } from '../rest/types'

const LABELS: Record<string, string> = {
  numpy: 'NumPy',
  torch: 'PyTorch',
  pytorch: 'PyTorch',
  jax: 'JAX',
  eager: 'JAX eager',
  jit: 'JAX jit',
  flax: 'Flax',
  cpu: 'CPU',
  gpu: 'GPU',
}

/** How the slides write a variant; names that are not among the usual ones stand for themselves. */
export function variantLabel(variant: string): string {
  return LABELS[variant] ?? variant.replaceAll('_', ' ')
}

/** A library that competes under its own name has its own colour, whatever it computes with. */
const LIBRARY = /^(flax|optax|optimistix|scipy)\b/i
/** Plain Python runs as a variant of NumPy, and is none. */
const PYTHON = ['list', 'loop']

/** The colour of a framework, the same on every slide; eager JAX is the lighter jit. */
export function variantColour({ variant, framework, mode }: Pick<Row, 'variant' | 'framework' | 'mode'>): string {
  const library = LIBRARY.exec(variant)?.[0].toLowerCase()
  if (library) return `var(--${library})`
  if (framework === 'numpy' && PYTHON.includes(variant)) return 'var(--hue-1)'
  if (framework !== 'jax') return `var(--${framework})`
  return mode === 'eager' ? 'var(--eager)' : 'var(--jit)'
}

const LINES: Record<string, string> = {
  numpy: 'var(--numpy)',
  torch: 'var(--torch)',
  pytorch: 'var(--torch)',
  eager: 'var(--eager)',
  jit: 'var(--jit)',
  jax: 'var(--jit)',
  flax: 'var(--flax)',
}

/** The colours of lines: a framework's own, and the hues in turn for all that is none. */
export function lineColours(lines: readonly string[]): Map<string, string> {
  const names = [...new Set(lines)]
  const others = names.filter((name) => !(name in LINES))
  return new Map(names.map((name) => [name, LINES[name] ?? `var(--hue-${(others.indexOf(name) % 8) + 1})`]))
}
