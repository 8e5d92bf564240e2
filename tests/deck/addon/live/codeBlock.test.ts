import { expect, it } from 'vitest'
import { codeBlock } from '../../../../addons/jaxlive/live/codeBlock'

const CODE = 'def f(x):\n    return x  # fmt: skip\n\n\ng = f\n'

/** A slide as Slidev draws it: a wrapper for each block, a span for each line. */
function slide(...blocks: string[]) {
  const lines = (code: string) => code.split('\n').map((line) => `<span class="line"><span>${line}</span></span>`)
  const drawn = blocks.map((code) => `<pre class="shiki"><code>${lines(code).join('\n')}</code></pre>`)
  document.body.innerHTML = drawn.map((block) => `<div class="slidev-code-wrapper">${block}</div>`).join('')
  return document.body
}

it('finds the block of the code among others, and what it shows', () => {
  const block = codeBlock(slide('import jax', CODE), CODE)
  expect(block?.element).toBe(document.querySelectorAll('.slidev-code-wrapper')[1])
  expect(block?.text).toBe(CODE.trimEnd())
})

it('finds it also where the slide leaves out blank lines and words to the formatter', () => {
  const shown = 'def f(x):\n    return x\n\ng = f'
  expect(codeBlock(slide(shown), CODE)?.text).toBe(shown)
})

it('finds nothing where other code is shown, or none', () => {
  expect(codeBlock(slide('def f(x):\n    return x'), CODE)).toBeUndefined()
  expect(codeBlock(slide(''), '')).toBeUndefined()
})

it('finds code that grows by what it ends with, whatever its block says now', () => {
  const body = slide('class C:\n    g = 1', 'import jax')
  const [growing] = body.querySelectorAll<HTMLElement>('.slidev-code-wrapper')
  growing?.setAttribute('data-code', encodeURIComponent(CODE))
  expect(codeBlock(body, CODE)).toEqual({ element: growing, text: CODE })
  expect(codeBlock(body, 'class C:\n    g = 1')).toBeUndefined()
})
