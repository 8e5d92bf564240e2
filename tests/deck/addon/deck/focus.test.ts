import { expect, it } from 'vitest'
import { fociOf, nextFocus, plannedFocus } from '../../../../addons/jaxlive/deck/focus'

function layout(html: string): Element {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
}

const card = '<section class="experiment"></section>'
const code = '<div class="slidev-code-wrapper"></div>'

it('enlarges what a slide has', () => {
  const columns = (left: string, right: string) =>
    `<h1></h1><div class="columns"><div>${left}</div><div>${right}</div></div>`
  expect(fociOf(layout(columns(code, card)))).toEqual(['result', 'code', 'both'])
  expect(fociOf(layout(columns('<p></p>', card)))).toEqual(['result'])
  expect(fociOf(layout(columns('<p></p>', code + card)))).toEqual(['result'])
  expect(fociOf(layout(`<h1></h1>${card}`))).toEqual(['result'])
})

it('goes through it and back to the slide', () => {
  expect(nextFocus(undefined, ['result', 'code', 'both'])).toBe('result')
  expect(nextFocus('result', ['result', 'code', 'both'])).toBe('code')
  expect(nextFocus('both', ['result', 'code', 'both'])).toBeUndefined()
  expect(nextFocus('result', ['result'])).toBeUndefined()
  expect(nextFocus('code', ['result'])).toBe('result')
})

it('reads the front matter by click step', () => {
  const plan = { 1: 'result', 2: 'both', 3: 'title' }
  expect([0, 1, 2, 3, 4].map((clicks) => plannedFocus(plan, clicks))).toEqual([
    undefined,
    'result',
    'both',
    undefined,
    undefined,
  ])
  for (const none of [undefined, null, 'run', 1, true]) expect(plannedFocus(none, 1)).toBeUndefined()
})
