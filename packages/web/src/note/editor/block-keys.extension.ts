import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state'
import { blockBefore, blockPosition, duplicateBlock, moveBlock } from './block-actions.ts'
import { dispatchAsOwnStep } from './sync/own-step.ts'

type BlockShortcutsOptions = { onMenu: (position: number) => void }

/** Keys for what the handle of a block does: Alt and Shift with the arrows move it, ⌘ or Ctrl with "/" opens its menu; Alt and F10 go to the bar that is shown. */
export const BlockShortcuts = Extension.create<BlockShortcutsOptions>({
  name: 'blockShortcuts',

  addOptions: () => ({ onMenu: () => {} }),

  /** From a bar the Escape key leads back to the text; windows that hang from it close first. */
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('barKeys'),
        view: (view) => {
          const press = ({ key, target }: KeyboardEvent): void => {
            if (key !== 'Escape' || !(target instanceof Element) || !target.closest('[data-note-bar]')) return
            if (!target.closest('form, [data-note-panel], [role=menu], [aria-expanded=true]')) view.focus()
          }
          document.addEventListener('keydown', press, { capture: true })
          return { destroy: () => document.removeEventListener('keydown', press, { capture: true }) }
        },
      }),
    ]
  },

  addKeyboardShortcuts() {
    const { editor } = this
    const act = (change: (state: EditorState) => Transaction | null) => (): boolean => {
      const transaction = change(editor.state)
      if (transaction) dispatchAsOwnStep(editor.view, transaction)
      return transaction !== null
    }
    const moveTo = (direction: 'up' | 'down') =>
      act((state) => {
        // Of several selected blocks it is not clear which is meant.
        const { $to } = state.selection
        const position = blockPosition(state)
        return blockBefore($to) === position ? moveBlock(state, position, direction) : null
      })
    return {
      'Alt-Shift-ArrowUp': moveTo('up'),
      'Alt-Shift-ArrowDown': moveTo('down'),
      'Mod-Shift-d': act((state) => duplicateBlock(state, blockPosition(state))),
      'Alt-F10': () => {
        const bars = document.querySelectorAll<HTMLElement>('[role=toolbar][data-note-bar]')
        const shown = [...bars].find((bar) => bar.checkVisibility({ visibilityProperty: true }))
        shown?.querySelector<HTMLElement>('button, select')?.focus()
        return shown !== undefined
      },
      'Mod-/': () => {
        // Once the key is done with: the menu takes the focus, and the page would take the key for one of its own.
        setTimeout(() => this.options.onMenu(blockPosition(editor.state)))
        return true
      },
    }
  },
})
