import { expect, it } from 'vitest'
import { lineColours, variantColour } from '../../../../addons/jaxlive/blocks/variants'

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
