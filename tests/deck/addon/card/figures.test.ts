import { expect, it } from 'vitest'
import { figureOf } from '../../../../addons/jaxlive/card/figures'
import { printed, someTimings } from '../../runs'

it('is a file that needs no page around it', async () => {
  document.documentElement.style.setProperty('--ink', '#123456')
  document.documentElement.style.setProperty('--sans', '"Source Sans 3", sans-serif')
  const svg = (await figureOf(someTimings())) ?? ''
  const file = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(file.querySelector('parsererror')).toBeNull()
  expect(file.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg')
  expect(svg).toContain('#123456')
  expect(svg).toContain("'Source Sans 3', sans-serif")
  expect(svg).not.toContain('var(--ink)')
  expect(file.documentElement.textContent).toContain('NumPy')
})

it('is there for blocks that are drawn', async () => {
  expect(await figureOf(printed('out', 'words'))).toBeUndefined()
})
