import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineColours, variantColour, variantLabel } from '../../../../addons/jaxlive/blocks/variants'
import { provideTalk } from '../../../../addons/jaxlive/talk'

const OWN = {
  flax: { label: 'Flax', colour: 'var(--flax)' },
  optax: { colour: 'var(--optax)' },
  optimistix: { colour: 'var(--optimistix)' },
  scipy: { colour: 'var(--scipy)' },
}

beforeAll(() => provideTalk({ variants: OWN }))
afterAll(() => provideTalk({}))

it.each([
  ['SciPy, gradient', 'jax', 'eager', 'scipy'],
  ['optax', 'jax', 'jit', 'optax'],
  ['optimistix', 'jax', 'jit', 'optimistix'],
  ['jax.scipy', 'jax', 'jit', 'jit'],
  ['vmap(grad)', 'jax', 'eager', 'eager'],
  ['torch.func', 'torch', 'eager', 'torch'],
  ['numpy', 'numpy', 'eager', 'numpy'],
  ['loop', 'numpy', 'eager', 'hue-1'],
  ['loop', 'jax', 'loop', 'jit'],
] as const)('%s on %s, %s, has the colour of %s', (variant, framework, mode, token) => {
  expect(variantColour({ variant, framework, mode })).toBe(`var(--${token})`)
})

it('gives lines of frameworks their colours wherever they stand, and hues to all others in turn', () => {
  expect([...lineColours(['jit one length', 'jit padded', 'jit', 'eager'])]).toEqual([
    ['jit one length', 'var(--hue-1)'],
    ['jit padded', 'var(--hue-2)'],
    ['jit', 'var(--jit)'],
    ['eager', 'var(--eager)'],
  ])
  expect(lineColours(['jax', 'flax']).get('flax')).toBe(lineColours(['flax', 'pytorch']).get('flax'))
})

it('writes variants as the talk has them, or as everybody does', () => {
  expect(['flax', 'jit', 'optax', 'by_hand'].map(variantLabel)).toEqual(['Flax', 'JAX jit', 'optax', 'by hand'])
})

it('knows no library of a talk that names none', () => {
  provideTalk({})
  expect(variantColour({ variant: 'optax', framework: 'jax', mode: 'jit' })).toBe('var(--jit)')
  expect(variantLabel('flax')).toBe('flax')
})

it('has the talk’s own colour for a framework', () => {
  provideTalk({ variants: { torch: { colour: 'orange' } } })
  expect(variantColour({ variant: 'torch.func', framework: 'torch', mode: 'eager' })).toBe('orange')
  expect(variantLabel('torch')).toBe('PyTorch')
})
