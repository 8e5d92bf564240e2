import type { Row } from '../rest/types'
import { type Look, talk } from '../talk'

/** The names that experiments give to frameworks, modes and devices. */
const KNOWN: Record<string, Look> = {
  numpy: { label: 'NumPy', colour: 'var(--numpy)' },
  torch: { label: 'PyTorch', colour: 'var(--torch)' },
  pytorch: { label: 'PyTorch', colour: 'var(--torch)' },
  jax: { label: 'JAX', colour: 'var(--jit)' },
  eager: { label: 'JAX eager', colour: 'var(--eager)' },
  jit: { label: 'JAX jit', colour: 'var(--jit)' },
  cpu: { label: 'CPU' },
  gpu: { label: 'GPU' },
}
/** Plain Python runs as a variant of NumPy, and is none. */
const PYTHON = ['list', 'loop']

/** How the slides write a variant; names that are not among the usual ones stand for themselves. */
export function variantLabel(variant: string): string {
  return lookOf(variant).label ?? variant.replaceAll('_', ' ')
}

/**
 * The colour of a framework, the same on every slide; eager JAX is the lighter jit. A library that competes under its
 * own name has its own colour, whatever it computes with.
 */
export function variantColour({ variant, framework, mode }: Pick<Row, 'variant' | 'framework' | 'mode'>): string {
  const [first = ''] = variant.toLowerCase().match(/^\w+/) ?? []
  const library = first in KNOWN ? undefined : talk.variants[first]?.colour
  if (library) return library
  if (framework === 'numpy' && PYTHON.includes(variant)) return 'var(--hue-1)'
  const own = framework === 'jax' && mode === 'eager' ? mode : framework
  return lookOf(own).colour ?? 'var(--ink)'
}

/** The colours of lines: a framework's own, and the hues in turn for all that is none. */
export function lineColours(lines: readonly string[]): Map<string, string> {
  const names = [...new Set(lines)]
  const others = names.filter((name) => !lookOf(name).colour)
  return new Map(names.map((name) => [name, lookOf(name).colour ?? `var(--hue-${(others.indexOf(name) % 8) + 1})`]))
}

function lookOf(name: string): Look {
  return { ...KNOWN[name], ...talk.variants[name] }
}
