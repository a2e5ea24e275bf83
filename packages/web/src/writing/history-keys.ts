import { type Editor, Extension, type KeyboardShortcutCommand } from '@tiptap/core'

/**
 * The keys that undo and redo, handled even when there is nothing to undo or redo. Unhandled, Shift-Mod-z would be tried
 * again without Shift, as undo, and the browser would apply its own history.
 */
export const HistoryKeys = Extension.create({
  name: 'historyKeys',
  /** Before the keys of the extension that keeps the history. */
  priority: 1001,

  addKeyboardShortcuts() {
    const handled =
      (run: (editor: Editor) => boolean): KeyboardShortcutCommand =>
      ({ editor }) => {
        run(editor)
        return true
      }
    const undo = handled(({ commands }) => commands.undo())
    const redo = handled(({ commands }) => commands.redo())
    return { 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }
  },
})
