// Protects the shared document from two cases in which the binding of editor and document would overwrite it:
//
// - A change contains parts that the editor's schema lacks. The binding would delete them for everyone.
// - The binding fails to show a change. The next key would write the editor's old text over that change.
//
// In both cases the guard disconnects the binding, and the page creates a new editor from the shared document.
import { Extension } from '@tiptap/core'
import { isChangeOrigin } from '@tiptap/extension-collaboration'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { yCursorPluginKey, ySyncPluginKey, yUndoPluginKey } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'
import { areChangesKnown } from '../opaque-parts.ts'

type BindingGuardOptions = {
  fragment: Y.XmlFragment | null
  /** The editor no longer follows the shared document; a new one must be created. */
  onStale: () => void
}

export const BindingGuard = Extension.create<BindingGuardOptions>({
  name: 'bindingGuard',
  // The view of this plugin must observe the fragment before the binding does.
  priority: 2_000,

  addOptions: () => ({ fragment: null, onStale: () => {} }),

  addProseMirrorPlugins() {
    const { editor } = this
    const { fragment, onStale } = this.options
    if (!fragment?.doc) throw new Error('The guard needs a fragment of a document')
    const { doc } = fragment
    const disconnect = (): void => {
      editor.unregisterPlugin([ySyncPluginKey, yUndoPluginKey, yCursorPluginKey])
      onStale()
    }
    const key = new PluginKey<number>('bindingGuard')
    const shown = (state: EditorState): number => key.getState(state) ?? 0
    return [
      new Plugin<number>({
        key,
        state: {
          init: () => 0,
          /** Number of shared-document changes that are shown. */
          apply: (transaction, count) => (isChangeOrigin(transaction) ? count + 1 : count),
        },
        view: (view) => {
          const isConnected = () => ySyncPluginKey.getState(view.state) !== undefined
          let shownBefore: number | null = null
          const observe = (events: Y.YEvent<Y.AbstractType<unknown>>[], { origin }: Y.Transaction): void => {
            if (origin === ySyncPluginKey || !isConnected()) return
            if (areChangesKnown(view.state.schema, events)) shownBefore = shown(view.state)
            else disconnect()
          }
          const check = (): void => {
            const isMissing = shownBefore === shown(view.state)
            shownBefore = null
            if (isMissing && isConnected()) disconnect()
          }
          fragment.observeDeep(observe)
          doc.on('afterTransaction', check)
          return {
            destroy() {
              fragment.unobserveDeep(observe)
              doc.off('afterTransaction', check)
            },
          }
        },
      }),
    ]
  },
})
