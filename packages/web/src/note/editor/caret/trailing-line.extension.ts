import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { NOTE_CLIENT_LIMIT } from '@knowreel/shared/note/note-document.ts'

/**
 * Keeps an empty line behind a table, columns or a picture at the end of the note. The line is added by the edit that
 * needs it, or when someone moves there; merely opening a note changes nothing.
 */
export const TrailingLine = Extension.create({
  name: 'trailingLine',

  addKeyboardShortcuts() {
    const moveToEnd = () =>
      this.editor.commands.command(({ tr, dispatch }) => {
        if (!needsTrailingLine(tr.doc)) return false
        if (dispatch) appendLine(tr).setSelection(TextSelection.atEnd(tr.doc)).scrollIntoView()
        return true
      })
    return { 'Ctrl-End': moveToEnd, 'Cmd-ArrowDown': moveToEnd }
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('trailingLine'),
        appendTransaction(transactions, _before, { doc, tr }) {
          const isEdited = transactions.some((transaction) => transaction.docChanged && !isChangeOrigin(transaction))
          const fits = doc.nodeSize + 2 <= NOTE_CLIENT_LIMIT
          return isEdited && fits && needsTrailingLine(doc) ? appendLine(tr) : null
        },
      }),
    ]
  },
})

function appendLine(transaction: Transaction): Transaction {
  const line = transaction.doc.type.schema.nodes['paragraph']?.create()
  return line ? transaction.insert(transaction.doc.content.size, line) : transaction
}

const needsTrailingLine = ({ lastChild }: Node): boolean => lastChild !== null && !hasLineAtEnd(lastChild)

/** Whether text can be written at the end of the block. Lists and quotes are left with Enter. */
export function hasLineAtEnd(block: Node): boolean {
  if (block.type.spec.code) return false
  if (block.isTextblock) return block.lastChild?.type.name !== 'image'
  return /List$|^blockquote$/.test(block.type.name)
}
