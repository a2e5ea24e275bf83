import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Blocks from which on those out of sight are not laid out: below, it would gain nothing. */
const longFrom = 120

/** Marks long notes for the style sheet (note-text.module.css). */
export const LongNote = Extension.create({
  name: 'longNote',

  addProseMirrorPlugins() {
    const mark = ({ dom, state }: EditorView): void => {
      const isLong = state.doc.childCount >= longFrom
      if (isLong !== 'long' in dom.dataset) dom.toggleAttribute('data-long', isLong)
    }
    return [
      new Plugin({
        key: new PluginKey('longNote'),
        view: (view) => {
          mark(view)
          return { update: mark }
        },
      }),
    ]
  },
})
