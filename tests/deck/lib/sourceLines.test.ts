import { expect, it } from 'vitest'
import { badges } from '../../../slides/lib/sourceLines'
import type { Program } from '../../../slides/rest/types'

it('numbers the source lines that the stages lead back to, in the order of the file', () => {
  const program: Program = {
    kind: 'program',
    label: 'f',
    stages: [
      { name: 'python', text: 'def f(x):\n  y = x\n  return y', lines: [10, 11, 12], count: 3, counted: 'lines' },
      { name: 'jaxpr', text: '{\n a\n b\n}', lines: [null, 12, 11, null], count: 2, counted: 'equations' },
    ],
  }
  const found = badges(program)
  expect(found.get(11)).toEqual({ number: 1, hue: 'var(--hue-1)' })
  expect(found.get(12)?.number).toBe(2)
  expect(found.has(10)).toBe(false)
})
