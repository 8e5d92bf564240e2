import { afterEach, expect, it, vi } from 'vitest'
import { copy } from '../../../slides/lib/clipboard'

afterEach(() => vi.unstubAllGlobals())

function clipboard(writeText: unknown) {
  vi.stubGlobal('navigator', { clipboard: writeText && { writeText } })
}

it('uses the clipboard where the browser offers it', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined)
  clipboard(writeText)
  expect(await copy('a\nb')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('a\nb')
})

it.each([undefined, vi.fn().mockRejectedValue(new Error('no focus'))])('copies a selection else', async (writeText) => {
  clipboard(writeText)
  const copied: string[] = []
  document.execCommand = () => copied.push(document.querySelector('textarea')?.value ?? '') > 0
  expect(await copy('a\nb')).toBe(true)
  expect(copied).toEqual(['a\nb'])
  expect(document.querySelector('textarea')).toBeNull()
})
