import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Marks in an editor that are set as a whole, and move with the text until they are set again. */
export function markLayer() {
  const set = StateEffect.define<DecorationSet>()
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (marks, { effects, changes }) => effects.find((effect) => effect.is(set))?.value ?? marks.map(changes),
    provide: (marks) => EditorView.decorations.from(marks),
  })
  return { set, field }
}
