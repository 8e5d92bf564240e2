import { describe, expect, it } from 'vitest'
import { elide, elided } from '../../../../addons/jaxlive/program/elide'
import { controlFlow, normalize } from '../../programs'

const HLO =
  '%fusion.1 = f32[1000000]{0} fusion(f32[1000000]{0} %a, f32[2000,3]{1,0} %b, f32[7]{0} %c), kind=kLoop, metadata={op_name="jit(f)/mul" source_line=12}'

const lines = [...normalize.stages, ...controlFlow.stages].flatMap(({ text }) => text.split('\n'))
const made = [
  HLO,
  '',
  'x',
  'a=[k='.repeat(40),
  'f[k={'.repeat(30) + ']}'.repeat(30),
  '}{'.repeat(50),
  'tensor<1x2xf32>'.repeat(9),
]
const widths = [3, 4, 5, 8, 13, 21, 34, 40, 55, 89, 144]

/** Every line at every width, as it is drawn. */
const all = [...new Set([...lines, ...made])].flatMap((text) =>
  widths.map((width) => {
    const cuts = elide(text, width)
    return { text, width, cuts, drawn: elided(text, cuts) }
  }),
)

/** Whether the parts between the cuts stand in the text in their order, the first at its beginning, the last at its end. */
function isOf(text: string, drawn: string): boolean {
  const parts = drawn.split('…')
  let at = 0
  const ordered = parts.every((part) => {
    const found = text.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  return ordered && text.startsWith(first) && text.endsWith(last) && (text === '' || (first !== '' && last !== ''))
}

describe('a line of a program', () => {
  it('is never longer than its pane, and whole just when it fits', () => {
    expect(all.filter(({ width, drawn }) => drawn.length > width)).toEqual([])
    expect(all.filter(({ text, width, drawn }) => text.length <= width !== (text === drawn))).toEqual([])
  })

  it('begins and ends as the whole, and has its parts in their order', () => {
    expect(all.filter(({ text, drawn }) => !isOf(text, drawn))).toEqual([])
  })

  it('has cuts in order that touch nowhere and leave out more than they draw', () => {
    const touching = all.filter(({ cuts }) =>
      cuts.some(({ from, to }, i) => to - from < 2 || from <= (cuts[i - 1]?.to ?? 0)),
    )
    expect(touching).toEqual([])
  })

  it.each([
    [
      125,
      '%fusion.1 = f32[1000000]{0} fusion(f32[1000000]{0} %a, f32[2000,3]{1,0} %b, f32[7]{0} %c), kind=kLoop, metadata={…}',
    ],
    [107, '%fusion.1 = f32[1000000]{0} fusion(f32[…]{0} %a, f32[…]{1,0} %b, f32[7]{0} %c), kind=kLoop, metadata={…}'],
    [60, '%fusion.1 = f32[…]{0} fusion(f32[…]{0} %a, …metadata={…}'],
  ])('loses what tells least first: %i columns', (width, drawn) => {
    expect(elided(HLO, elide(HLO, width))).toBe(drawn)
  })

  it('shows the operation, if nothing else', () => {
    const rows = [normalize, controlFlow].flatMap(({ stages }) => stages.flatMap(({ text }) => text.split('\n')))
    const operation = / (?:stablehlo\.)?([\w-]+)(?=\(%| %)/
    const lost = rows.filter((row) => {
      const name = operation.exec(row.split(' = ')[1] ?? '')?.[1]
      return (
        name && row.length > 44 && row.indexOf(name) + name.length < 40 && !elided(row, elide(row, 44)).includes(name)
      )
    })
    expect(lost).toEqual([])
  })

  it('keeps the name and the operands of an equation, and the result of an operation', () => {
    const equation = '    c:f32[2000] = reduce_sum[axes=(1,) out_sharding=None] a'
    expect(elided(equation, elide(equation, 40))).toBe('    c:f32[2000] = reduce_sum[…] a')
    const operation = '%0 = stablehlo.add %a, %b : (tensor<9x9xf32>, tensor<2000x9xf32>, tensor<f32>) -> tensor<20xf32>'
    expect(elided(operation, elide(operation, 80))).toBe(
      '%0 = ….add %a, %b : (tensor<9x9xf32>, tensor<…>, tensor<f32>) -> tensor<20xf32>',
    )
  })
})
