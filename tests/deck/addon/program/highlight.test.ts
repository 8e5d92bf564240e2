import { afterAll, beforeAll, expect, it } from 'vitest'
import { highlight } from '../../../../addons/jaxlive/program/highlight'
import { provideTalk } from '../../../../addons/jaxlive/talk'
import { academic } from '../../../../themes/academic/syntax'
import { controlFlow, normalize } from '../../programs'

beforeAll(() => provideTalk({ syntax: academic }))
afterAll(() => provideTalk({}))

async function colourOf(text: string, stage: Parameters<typeof highlight>[1], piece: string) {
  const tokens = (await highlight(text, stage)).flat()
  return tokens.find(({ content }) => content.trim() === piece)?.color
}

it.each([
  ['b:f32[8] = sin a', 'jaxpr', 'f32[8]', 'var(--syntax-type)'],
  ['b:f32[8] = sin a', 'jaxpr', 'sin', 'var(--syntax-name)'],
  ['%0 = stablehlo.sine %arg0 : tensor<8xf32>', 'stablehlo', 'stablehlo.sine', 'var(--syntax-name)'],
  ['b:f32[8] = mul 0.5:f32[] a', 'jaxpr', '0.5', 'var(--syntax-number)'],
  ['c:f32[2] d:key<fry>[] = jit[', 'jaxpr', 'key<fry>[]', 'var(--syntax-type)'],
  ['c:f32[2] = jit[', 'jaxpr', 'jit', 'var(--syntax-name)'],
  ['f:f8_e4m3fn[4] = pjit[name=in_f', 'jaxpr', 'f8_e4m3fn[4]', 'var(--syntax-type)'],
  ['module @f attributes {mhlo.num_partitions = 1 : i32} {', 'stablehlo', 'module', 'var(--syntax-keyword)'],
  ['%11 = "stablehlo.case"(%10) ({', 'stablehlo', '"stablehlo.case"', 'var(--syntax-name)'],
  ['%cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>', 'stablehlo', '0x7FC00000', 'var(--syntax-number)'],
  ['    } do {', 'stablehlo', 'do', 'var(--syntax-keyword)'],
  ['%t = (f32[2]{0}, /*index=5*/s32[]) tuple(%a)', 'hlo', '/*index=5*/', 'var(--muted)'],
  ['ROOT %add.1 = f32[8]{0} add(%a, %b)', 'hlo', 'ROOT', 'var(--syntax-keyword)'],
  ['ROOT %add.1 = f32[8]{0} add(%a, %b)', 'hlo', 'f32[8]{0}', 'var(--syntax-type)'],
  ['def f(x): return 2', 'python', 'return', 'var(--syntax-keyword)'],
  ['define internal void @f() {', 'llvm', 'define', 'var(--syntax-keyword)'],
  ['  %3 = load <8 x float>, ptr %1, align 4', 'llvm', 'load', 'var(--syntax-name)'],
  ['  vmulps (%rdi,%rax,4), %ymm0, %ymm1', 'assembly', 'vmulps', 'var(--syntax-name)'],
  ['   b:  vmovups (%rdi), %ymm0', 'assembly', 'vmovups', 'var(--syntax-name)'],
  ['   b:  vmovups (%rdi), %ymm0', 'assembly', 'b:', 'var(--muted)'],
  ['  add.f32 %f3, %f1, %f2;', 'ptx', 'add.f32', 'var(--syntax-name)'],
  ['.visible .entry fusion(', 'ptx', '.visible', 'var(--syntax-keyword)'],
] as const)('in %s of %s, %s is %s', async (text, stage, piece, colour) => {
  expect(await colourOf(text, stage, piece)).toBe(colour)
})

it('takes the name of an attribute for no operation', async () => {
  const line = 'module @f attributes {mhlo.num_partitions = 1 : i32} {'
  expect(await colourOf(line, 'stablehlo', 'mhlo.num_partitions')).not.toBe('var(--syntax-name)')
})

it.each([normalize, controlFlow])('keeps every character of $label', async ({ stages }) => {
  for (const { text, name } of stages) {
    const lines = await highlight(text, name)
    expect(lines.map((line) => line.map(({ content }) => content).join('')).join('\n')).toBe(text)
  }
})

it.each([normalize, controlFlow])('colours every type and operation of $label', async ({ stages }) => {
  for (const { text, name } of stages.slice(1)) {
    const plain = (await highlight(text, name)).flat().filter(({ color }) => color === 'var(--ink)')
    for (const { content } of plain) expect(content).not.toMatch(/\b(f32|pred|bool|i32|s32)\[|stablehlo\.\w+ |tensor</)
  }
})

it('has colours of its own for a talk that names none', async () => {
  provideTalk({})
  expect(await colourOf('def f(x): return 2', 'python', 'return')).toBe('var(--shiki-token-keyword)')
  expect(await colourOf('b:f32[8] = sin a', 'jaxpr', 'sin')).toBe('var(--shiki-token-function)')
})
