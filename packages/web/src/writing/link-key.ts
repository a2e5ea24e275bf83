import { Extension } from '@tiptap/core'

/** Ctrl or ⌘ with K makes a link of the selection or changes the one under the caret. */
export const LinkKey = Extension.create<{ onEditLink: () => void }>({
  name: 'linkKey',

  addOptions: () => ({ onEditLink: () => {} }),

  addKeyboardShortcuts() {
    return {
      'Mod-k': ({ editor }) => {
        const { doc, selection } = editor.state
        const hasWords = doc.textBetween(selection.from, selection.to, ' ').trim() !== ''
        if (!hasWords && !editor.isActive('link')) return false
        this.options.onEditLink()
        return true
      },
    }
  },
})
