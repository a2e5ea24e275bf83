import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { NOTE_CLIENT_LIMIT } from '@knowreel/shared/note/note-document.ts'

type NoteLimitOptions = {
  /** An edit was rejected because the note would exceed its limit. */
  onLimitReached: () => void
}

/**
 * Rejects local edits at the limit. Remote changes are always accepted, and a note that is too long can be shortened.
 */
export const NoteLimit = Extension.create<NoteLimitOptions>({
  name: 'noteLimit',

  addOptions: () => ({ onLimitReached: () => {} }),

  addProseMirrorPlugins() {
    const { onLimitReached } = this.options
    return [
      new Plugin({
        key: new PluginKey('noteLimit'),
        filterTransaction: (transaction, state) => {
          const size = transaction.doc.nodeSize
          const isTaken =
            !transaction.docChanged ||
            size <= NOTE_CLIENT_LIMIT ||
            size <= state.doc.nodeSize ||
            isChangeOrigin(transaction)
          if (!isTaken) onLimitReached()
          return isTaken
        },
      }),
    ]
  },
})
