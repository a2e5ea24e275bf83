import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { Node } from '@tiptap/pm/model'
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'

/** Characters that count against the limit: the visible text, including the names of mentioned people. */
export const commentDocLength = (doc: Node): number =>
  doc.textBetween(0, doc.content.size, '', (leaf) => (leaf.type.name === 'mention' ? `@${leaf.attrs['label']}` : ''))
    .length

/** Rejects edits at the limit; a text that is too long can be shortened. */
export const CommentLimit = Extension.create<{ onLimitReached: () => void }>({
  name: 'commentLimit',

  addOptions: () => ({ onLimitReached: () => {} }),

  addProseMirrorPlugins() {
    const { onLimitReached } = this.options
    return [
      new Plugin({
        key: new PluginKey('commentLimit'),
        filterTransaction: (transaction, state) => {
          if (!transaction.docChanged) return true
          const length = commentDocLength(transaction.doc)
          const isAccepted = length <= commentLimits.text || length < commentDocLength(state.doc)
          if (!isAccepted) onLimitReached()
          return isAccepted
        },
      }),
    ]
  },
})
