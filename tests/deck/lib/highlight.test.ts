import { expect, it } from 'vitest'
import { highlight } from '../../../slides/lib/highlight'

async function colourOf(text: string, stage: Parameters<typeof highlight>[1], piece: string) {
  const tokens = (await highlight(text, stage)).flat()
  return tokens.find(({ content }) => content.trim() === piece)?.color
}

it.each([
  ['b:f32[8] = sin a', 'jaxpr', 'f32[8]', 'var(--syntax-type)'],
  ['b:f32[8] = sin a', 'jaxpr', 'sin', 'var(--syntax-name)'],
  ['%0 = stablehlo.sine %arg0 : tensor<8xf32>', 'stablehlo', 'stablehlo.sine', 'var(--syntax-name)'],
  ['ROOT %add.1 = f32[8]{0} add(%a, %b)', 'hlo', 'ROOT', 'var(--syntax-keyword)'],
  ['ROOT %add.1 = f32[8]{0} add(%a, %b)', 'hlo', 'f32[8]{0}', 'var(--syntax-type)'],
  ['def f(x): return 2', 'python', 'return', 'var(--syntax-keyword)'],
] as const)('in %s of %s, %s is %s', async (text, stage, piece, colour) => {
  expect(await colourOf(text, stage, piece)).toBe(colour)
})

it('keeps every character', async () => {
  const text = 'a = 1\n\n  b = "x"'
  const lines = await highlight(text, 'python')
  expect(lines.map((line) => line.map(({ content }) => content).join('')).join('\n')).toBe(text)
})
