import type { Block, Note } from '../rest/types'
import { words } from '../shared/format'

/** A block with the notes that came after it: one thing to look at. */
export interface Panel {
  id: string
  title: string
  block: Block
  notes: Note[]
}

const TEXT: readonly Block['kind'][] = ['values', 'printed', 'note']

/** The panels that a slide is about: those whose kind or label is among `show`, in that order; all when it is empty. */
export function panelsOf(blocks: readonly Block[], show: readonly string[]): Panel[] {
  const panels: Panel[] = []
  for (const block of blocks) {
    const last = panels.at(-1)
    if (block.kind === 'note' && last) last.notes.push(block)
    else panels.push(panelOf(block))
  }
  if (!show.length) return panels
  return show.flatMap((word) => panels.filter(({ block, title }) => block.kind === word || title === word))
}

function panelOf(block: Block): Panel {
  const title = block.kind === 'note' ? 'note' : words(block.label)
  return { id: `${block.kind} ${title}`, title, block, notes: [] }
}

/** Values and prints read well one under the other; what needs more room gets a tab. */
export function stacks(panels: readonly Panel[]): boolean {
  return panels.every(({ block }) => TEXT.includes(block.kind))
}
