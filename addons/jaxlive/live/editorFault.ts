import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { Fault } from './fault'
import { markLayer } from './markLayer'

const { set, field } = markLayer()

export { field as faults }

/** Marks the line of a fault, which comes into view, and what follows its column; without a fault nothing. */
export function markFault(view: EditorView, fault: Fault | undefined): void {
  const marks = fault ? marksOf(view, fault) : Decoration.none
  const first = marks.iter()
  view.dispatch({ effects: [set.of(marks), ...(first.value ? [EditorView.scrollIntoView(first.from)] : [])] })
}

function marksOf({ state: { doc } }: EditorView, { line, column }: Fault): DecorationSet {
  if (line > doc.lines) return Decoration.none
  const { from, to } = doc.line(line)
  const marks = [Decoration.line({ class: 'fault' }).range(from)]
  const start = Math.min(from + (column ?? 0) - 1, to - 1)
  if (column && start >= from) marks.push(Decoration.mark({ class: 'fault-from' }).range(start, to))
  return Decoration.set(marks)
}
