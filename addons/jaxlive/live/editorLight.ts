import { Decoration, type EditorView } from '@codemirror/view'
import { markLayer } from './markLayer'

const { set, field } = markLayer()

export { field as lights }

/** Lights a line, counted from 0; none puts the light out. */
export function lightLine(view: EditorView, line: number | undefined): void {
  const { doc } = view.state
  const from = line === undefined || line >= doc.lines ? undefined : doc.line(line + 1).from
  const marks = from === undefined ? Decoration.none : Decoration.set([Decoration.line({ class: 'lit' }).range(from)])
  view.dispatch({ effects: set.of(marks) })
}
