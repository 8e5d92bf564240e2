import { expect, it } from 'vitest'
import { legendRows, symbolAt } from '../../../../addons/jaxlive/blocks/legend'

const entries = ['JAX jit', 'NumPy', 'PyTorch'].map((label, i) => ({ label, colour: '', symbol: symbolAt(i) }))

it('starts a row where the last is full', () => {
  const [wide, narrow] = [404, 200].map((width) => legendRows(entries, { width, height: 300, text: 16 }))
  expect(new Set(wide?.map(({ y }) => y)).size).toBe(1)
  expect(new Set(narrow?.map(({ y }) => y)).size).toBe(2)
})
