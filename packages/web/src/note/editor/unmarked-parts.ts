import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'

/**
 * Marks are of text alone. The binding of shared document and editor shares no marks of mentions, pictures and line ends: a
 * bold mention would be bold only for who made it so, and only until the page is loaded anew.
 */
export const unmarkedParts = new Plugin({
  key: new PluginKey('unmarkedParts'),
  appendTransaction(transactions, before, { doc, tr }) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null
    for (const { newRange } of getChangedRanges(combineTransactionSteps(before.doc, [...transactions]))) {
      doc.nodesBetween(newRange.from, Math.min(newRange.to, doc.content.size), (node, position) => {
        if (node.isInline && !node.isText && node.marks.length > 0) tr.removeMark(position, position + node.nodeSize)
      })
    }
    return tr.docChanged ? tr : null
  },
})

export const UnmarkedParts = Extension.create({
  name: 'unmarkedParts',
  addProseMirrorPlugins: () => [unmarkedParts],
})
