import { combineTransactionSteps, Extension, getChangedRanges } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { Plugin, PluginKey } from '@tiptap/pm/state'

/**
 * Removes marks from mentions, images and line breaks. The shared document stores marks of text only, so a bold mention
 * would be bold only locally, and only until the page is reloaded.
 */
export const unmarkedNodesPlugin = new Plugin({
  key: new PluginKey('unmarkedParts'),
  appendTransaction(transactions, before, { doc, tr }) {
    if (!transactions.some((transaction) => transaction.docChanged && !isChangeOrigin(transaction))) return null
    for (const { newRange } of getChangedRanges(combineTransactionSteps(before.doc, [...transactions]))) {
      doc.nodesBetween(newRange.from, Math.min(newRange.to, doc.content.size), (node, position) => {
        if (node.isInline && !node.isText && node.marks.length > 0) tr.removeMark(position, position + node.nodeSize)
      })
    }
    return tr.docChanged ? tr : null
  },
})

export const UnmarkedNodes = Extension.create({
  name: 'unmarkedParts',
  addProseMirrorPlugins: () => [unmarkedNodesPlugin],
})
