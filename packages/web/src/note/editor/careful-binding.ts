// Stands between the shared document and its binding to the editor, for two cases in which the binding does harm:
//
// - A change brings what the editor's schema lacks. The binding would delete it, for everybody; instead it stops, and the
//   editor is made anew with a wider schema (opaque-parts.ts).
// - The binding cannot find again where the caret stood and throws. The change would not be shown, and the next key would
//   write the editor's old text over it; instead everything is drawn anew.
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { type ProsemirrorBinding, ySyncPluginKey } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'
import { areKnown } from './opaque-parts.ts'

type CarefulBindingOptions = {
  /** The note holds something now that this editor cannot. */
  onOutgrown: () => void
}

type Observe = (events: Y.YEvent<Y.AbstractType<unknown>>[], transaction: Y.Transaction) => void

export const CarefulBinding = Extension.create<CarefulBindingOptions>({
  name: 'carefulBinding',
  // Before the binding's own plugin begins to observe.
  priority: 2_000,

  addOptions: () => ({ onOutgrown: () => {} }),

  addProseMirrorPlugins() {
    const { onOutgrown } = this.options
    return [
      new Plugin({
        key: new PluginKey('carefulBinding'),
        view: ({ state }) => {
          const { binding } = ySyncPluginKey.getState(state) as { binding: ProsemirrorBinding }
          const observe = binding._observeFunction as Observe
          binding._observeFunction = ((events, transaction) => {
            if (!areKnown(state.schema, events)) {
              // Nothing more is shown, and nothing that is typed until the new editor stands is written.
              binding.type.unobserveDeep(binding._observeFunction)
              binding._prosemirrorChanged = () => {}
              return onOutgrown()
            }
            try {
              observe(events, transaction)
            } catch (error) {
              if (!(error instanceof RangeError)) throw error
              binding._forceRerender()
            }
          }) as Observe
          return {}
        },
      }),
    ]
  },
})
