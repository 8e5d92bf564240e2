import { asShown } from '../deck/asShown'

/** A code block of a slide and its text, as a theme may have tidied it. */
export interface CodeBlock {
  element: HTMLElement
  text: string
}

/** The block of a slide that shows this code. */
export function codeBlock(slide: ParentNode, code: string): CodeBlock | undefined {
  const wanted = essence(code)
  for (const element of slide.querySelectorAll<HTMLElement>('.slidev-code-wrapper')) {
    const text = textOf(element)
    if (wanted && essence(text) === wanted) return { element, text }
  }
}

/** Code that grows says what it ends with. */
function textOf(element: HTMLElement): string {
  const last = element.dataset.code
  return last ? decodeURIComponent(last) : (element.querySelector('pre')?.textContent?.trimEnd() ?? '')
}

/** What makes two listings the same: neither blank lines nor words to the formatter. */
function essence(code: string): string {
  const lines = asShown(code).split('\n')
  return lines
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n')
}
