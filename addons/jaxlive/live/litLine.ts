import { asShown } from '../deck/asShown'
import type { CodeBlock } from './codeBlock'

const filled = (line: string | null | undefined) => Boolean(line?.trim())

/** The place among the lines of code of a line of its file, where the code begins at `first`; none outside of it. */
export function lineWithin(code: string, first: number, source: number | undefined): number | undefined {
  const line = source === undefined ? -1 : source - first
  return filled(code.split('\n')[line]) ? line : undefined
}

/** Marks a line of a block as the slide draws it, which may leave out blank lines; none removes the mark. */
export function markLine({ element }: CodeBlock, code: string, line: number | undefined): void {
  for (const marked of element.querySelectorAll('.line.lit')) marked.classList.remove('lit')
  if (line === undefined) return
  const nth = asShown(code).split('\n').slice(0, line).filter(filled).length
  const lines = [...element.querySelectorAll('.shiki .line')].filter(({ textContent }) => filled(textContent))
  lines[nth]?.classList.add('lit')
}
