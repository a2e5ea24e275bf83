import { Extension } from '@tiptap/core'

/** Shift or Ctrl or ⌘ with Enter sends; Enter alone begins another line. */
export const SendKey = Extension.create<{ onSend: () => void }>({
  name: 'sendKey',
  // Before the line break, which the same keys would make.
  priority: 1000,

  addOptions: () => ({ onSend: () => {} }),

  addKeyboardShortcuts() {
    const send = () => {
      this.options.onSend()
      return true
    }
    return { 'Shift-Enter': send, 'Mod-Enter': send }
  },
})
