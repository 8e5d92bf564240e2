import { expect, it } from 'vitest'
import { GROWING, withSteps } from '../../../../addons/jaxlive/deck/growingCode'

const FILE = `import jax

# region first
def f(x):
    return "it's"  # fmt: skip


# endregion first


# region last
def f(x):
    return x


g = jax.jit(f)
# endregion last
`

const imports = (...lines: string[]) => lines.map((line) => `<<< ../a.py#${line}\n`).join('\n')
const grown = (block: string) => withSteps(block, () => FILE)
/** As who edits code finds it. */
const attribute = (block: string) => decodeURIComponent(/'data-code': '([^']*)'/.exec(block)?.[1] ?? '')

it('puts code in place of imports, step by step, with the lines that are lit', () => {
  const lines = grown(imports('first py', 'last py {1,2|5}')).split('\n')
  expect(lines.slice(1)).toEqual([
    ...['```py', 'def f(x):', `    return "it's"`, '```'],
    ...['```py {1,2|5}', 'def f(x):', '    return x', '', '', 'g = jax.jit(f)', '```'],
    '````',
  ])
})

it('says what it ends with, as a slide shows it', () => {
  expect(attribute(grown(imports('first py', 'last py')))).toBe('def f(x):\n    return x\n\ng = jax.jit(f)')
  expect(attribute(grown(imports('last py', 'first py')))).toBe(`def f(x):\n    return "it's"`)
})

it('takes the path and the region from the import', () => {
  const read: string[] = []
  withSteps(imports('first py'), (path) => {
    read.push(path)
    return FILE
  })
  expect(read).toEqual(['../a.py'])
  expect(() => grown(imports('second py'))).toThrow('../a.py has no region second')
})

it('leaves all but code that grows as it is', () => {
  const slide = `# A\n\n<<< ../a.py#first py\n\n\`\`\`\`md magic-move\n${imports('last py')}\`\`\`\`\n\nB\n`
  expect(slide.replace(GROWING, '…')).toBe('# A\n\n<<< ../a.py#first py\n\n…\n\nB\n')
})
