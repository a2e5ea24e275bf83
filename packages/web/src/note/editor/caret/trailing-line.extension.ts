import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import type { Node } from '@tiptap/pm/model'
import { GapCursor } from '@tiptap/pm/gapcursor'
import { Plugin, PluginKey, TextSelection, type Selection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { NOTE_CLIENT_LIMIT } from '@knowreel/shared/note/note-document.ts'

/**
 * Keeps an empty line behind a table, columns or a picture at the end of the note. The line is added by the edit that
 * needs it. Until then it is only drawn: opening a note and moving behind a table change nothing, and what is typed
 * there makes it a line of the note.
 */
export const TrailingLine = Extension.create({
  name: 'trailingLine',

  addKeyboardShortcuts() {
    const moveToEnd = () =>
      this.editor.commands.command(({ tr, dispatch }) => {
        if (!needsTrailingLine(tr.doc)) return false
        if (dispatch) moveBehindLast(tr)
        return true
      })
    return { 'Ctrl-End': moveToEnd, 'Cmd-ArrowDown': moveToEnd }
  },

  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        key: new PluginKey('trailingLine'),
        appendTransaction(transactions, _before, { doc, tr }) {
          const isEdited = transactions.some((transaction) => transaction.docChanged && !isChangeOrigin(transaction))
          const fits = doc.nodeSize + 2 <= NOTE_CLIENT_LIMIT
          return isEdited && fits && needsTrailingLine(doc) ? appendLine(tr) : null
        },
        props: {
          handleDOMEvents: {
            // Text without a key press, from a dictionary or an emoji picker, needs a line to be inserted into.
            beforeinput(view, event) {
              const { doc, selection, tr } = view.state
              if (event.inputType === 'insertText' && isGapAtEnd(doc, selection)) view.dispatch(appendLineWithCaret(tr))
              return false
            },
          },
          decorations({ doc, selection }) {
            if (!editor.isEditable || !needsTrailingLine(doc)) return null
            const hasCaret = isGapAtEnd(doc, selection)
            return DecorationSet.create(doc, [
              Decoration.widget(doc.content.size, (view) => drawLine(view, hasCaret), {
                key: hasCaret ? 'trailing line with caret' : 'trailing line',
                side: 1,
                ignoreSelection: true,
                stopEvent: () => true,
              }),
            ])
          },
        },
      }),
    ]
  },
})

/** A line that is not part of the note; a press moves the caret there. */
function drawLine(view: EditorView, hasCaret: boolean): HTMLElement {
  const line = document.createElement('div')
  line.className = 'note-trailing-line'
  line.contentEditable = 'false'
  line.setAttribute('aria-hidden', 'true')
  line.toggleAttribute('data-caret', hasCaret)
  line.append(document.createElement('br'))
  line.addEventListener('mousedown', (event) => {
    if (event.button !== 0) return
    event.preventDefault()
    view.dispatch(moveBehindLast(view.state.tr))
    view.focus()
  })
  return line
}

/** Behind the last block. Behind code and pictures, where no gap can be selected, the line is added. */
export function moveBehindLast(transaction: Transaction): Transaction {
  const { doc } = transaction
  const moved = canHoldGap(doc.lastChild)
    ? transaction.setSelection(new GapCursor(doc.resolve(doc.content.size)))
    : appendLineWithCaret(transaction)
  return moved.scrollIntoView()
}

const isGapAtEnd = (doc: Node, selection: Selection): boolean =>
  selection instanceof GapCursor && selection.head === doc.content.size

/** Only isolating blocks, such as tables and columns, can have a gap cursor after them. */
export const canHoldGap = (block: Node | null): boolean => block?.type.spec.isolating === true

function appendLine(transaction: Transaction): Transaction {
  const line = transaction.doc.type.schema.nodes['paragraph']?.create()
  return line ? transaction.insert(transaction.doc.content.size, line) : transaction
}

function appendLineWithCaret(transaction: Transaction): Transaction {
  appendLine(transaction)
  return transaction.setSelection(TextSelection.atEnd(transaction.doc))
}

const needsTrailingLine = ({ lastChild }: Node): boolean => lastChild !== null && !hasLineAtEnd(lastChild)

/** Whether text can be written at the end of the block. Lists and quotes are left with Enter. */
export function hasLineAtEnd(block: Node): boolean {
  if (block.type.spec.code) return false
  if (block.isTextblock) return block.lastChild?.type.name !== 'image'
  return /List$|^blockquote$/.test(block.type.name)
}
