import { expect, it } from 'vitest'
import { lineWithin, markLine } from '../../../../addons/jaxlive/live/litLine'

const CODE = 'def f(x):\n    return x  # fmt: skip\n\n\ng = f\n'

it('knows which line of the code a line of its file is', () => {
  expect(lineWithin(CODE, 40, 41)).toBe(1)
  expect(lineWithin(CODE, 40, 44)).toBe(4)
  for (const outside of [39, 42, 45, 46, undefined]) expect(lineWithin(CODE, 40, outside)).toBeUndefined()
})

it('lights the line where the slide draws it, which leaves out a blank one', () => {
  const lines = ['def f(x):', '    return x', '', 'g = f'].map((line) => `<span class="line">${line}</span>`)
  document.body.innerHTML = `<div><pre class="shiki"><code>${lines.join('\n')}</code></pre></div>`
  const block = { element: document.body.firstElementChild as HTMLElement, text: '' }
  const lit = () => [...document.querySelectorAll('.lit')].map(({ textContent }) => textContent)
  markLine(block, CODE, 4)
  expect(lit()).toEqual(['g = f'])
  markLine(block, CODE, 1)
  expect(lit()).toEqual(['    return x'])
  markLine(block, CODE, undefined)
  expect(lit()).toEqual([])
})
