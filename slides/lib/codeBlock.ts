/** A code block of a slide and its text, as a theme may have tidied it. */
export interface CodeBlock {
  element: HTMLElement
  text: string
}

/** The block of a slide that shows this code. */
export function codeBlock(slide: ParentNode, code: string): CodeBlock | undefined {
  const wanted = essence(code)
  for (const element of slide.querySelectorAll<HTMLElement>('.slidev-code-wrapper')) {
    const text = element.querySelector('pre')?.textContent?.trimEnd() ?? ''
    if (wanted && essence(text) === wanted) return { element, text }
  }
}

/** What makes two listings the same: neither blank lines nor words to the formatter. */
function essence(code: string): string {
  const lines = code.split('\n').map((line) => line.replace(/# fmt: skip$/, '').trimEnd())
  return lines.filter(Boolean).join('\n')
}
