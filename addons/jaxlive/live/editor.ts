import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { pythonLanguage } from '@codemirror/lang-python'
import { indentUnit } from '@codemirror/language'
import { Annotation, EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { colours } from './editorColours'
import { faults } from './editorFault'
import { lights } from './editorLight'
import { replacement } from './replacement'

interface Options {
  parent: Element
  code: string
  label: string
  editable: boolean
  type: (code: string) => void
  run: () => void
  leave: () => void
}

/** Marks text that was not typed here. */
const shown = Annotation.define<boolean>()

/** An editor of Python; Tab indents, so Escape leaves. */
export function createEditor({ parent, code, label, editable, type, run, leave }: Options): EditorView {
  const does = (act: () => void) => () => {
    act()
    return true
  }
  return new EditorView({
    parent,
    doc: code,
    extensions: [
      keymap.of([
        { key: 'Shift-Enter', run: does(run) },
        { key: 'Escape', run: does(leave) },
        indentWithTab,
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      history(),
      pythonLanguage,
      indentUnit.of('    '),
      colours,
      faults,
      lights,
      EditorState.readOnly.of(!editable),
      EditorView.editable.of(editable),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (docChanged && !transactions.some((one) => one.annotation(shown))) type(state.doc.toString())
      }),
    ],
  })
}

/** Shows another text, with the caret where it was. */
export function showCode(view: EditorView, code: string): void {
  const before = view.state.doc.toString()
  if (code !== before) view.dispatch({ changes: replacement(before, code), annotations: shown.of(true) })
}

/** Takes the focus, with the caret at a point of the window. */
export function enterEditor(view: EditorView, at?: { x: number; y: number }): void {
  if (at) view.dispatch({ selection: { anchor: view.posAtCoords(at, false) } })
  view.focus()
}
