import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state'
import { blockPositionAt, selectedBlockPosition, duplicateBlock, moveBlock } from './block-actions.ts'
import { dispatchAsUndoStep } from './sync/undo-step.ts'

type BlockShortcutsOptions = { onMenu: (position: number) => void }

/**
 * Keyboard equivalents of the block handle: Alt+Shift+arrows move the block, ⌘ or Ctrl with "/" opens its menu, Alt+F10
 * focuses the visible bar.
 */
export const BlockShortcuts = Extension.create<BlockShortcutsOptions>({
  name: 'blockShortcuts',

  addOptions: () => ({ onMenu: () => {} }),

  /** Escape returns from a bar to the text; popovers of the bar close first. */
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
      if (transaction) dispatchAsUndoStep(editor.view, transaction)
      return transaction !== null
    }
    const moveTo = (direction: 'up' | 'down') =>
      act((state) => {
        // With several blocks selected, it is unclear which one is meant.
        const { $to } = state.selection
        const position = selectedBlockPosition(state)
        return blockPositionAt($to) === position ? moveBlock(state, position, direction) : null
      })
    return {
      'Alt-Shift-ArrowUp': moveTo('up'),
      'Alt-Shift-ArrowDown': moveTo('down'),
      'Mod-Shift-d': act((state) => duplicateBlock(state, selectedBlockPosition(state))),
      'Alt-F10': () => {
        const bars = document.querySelectorAll<HTMLElement>('[role=toolbar][data-note-bar]')
        const shown = [...bars].find((bar) => bar.checkVisibility({ visibilityProperty: true }))
        shown?.querySelector<HTMLElement>('button, select')?.focus()
        return shown !== undefined
      },
      'Mod-/': () => {
        // After the key event: the menu takes the focus, and the page would otherwise handle the key as its own
        // shortcut.
        setTimeout(() => this.options.onMenu(selectedBlockPosition(editor.state)))
        return true
      },
    }
  },
})
