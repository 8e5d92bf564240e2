import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'
import { highlight, type Token } from '../program/highlight'
import { markLayer } from './markLayer'

const { set, field } = markLayer()

/** The colours of the deck's own highlighter: a block that turns into an editor keeps them. */
export const colours = [
  field,
  ViewPlugin.define((view) => {
    colour(view)
    return { update: ({ docChanged }) => docChanged && colour(view) }
  }),
]

async function colour(view: EditorView) {
  const { doc } = view.state
  const lines = await highlight(doc.toString(), 'python')
  if (view.state.doc === doc) view.dispatch({ effects: set.of(marksOf(lines)) })
}

function marksOf(lines: readonly Token[][]): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>()
  let at = 0
  for (const line of lines) {
    for (const { content, color } of line) {
      if (content) marks.add(at, at + content.length, Decoration.mark({ attributes: { style: `color: ${color}` } }))
      at += content.length
    }
    at += 1 // the line break
  }
  return marks.finish()
}
