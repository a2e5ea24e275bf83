import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { groupBlocks, groupViews, holdCaret } from './grouped-view.ts'

/** Draws the blocks of long notes in groups, and marks these notes for the style sheet (note-text.module.css). */
export const LongNote = Extension.create({
  name: 'longNote',
  // Before the shared document is drawn for the first time.
  priority: 3_000,

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('longNote'),
        props: { markViews: groupViews },
        view: (view) => {
          groupBlocks(view)
          holdCaret(view)
          return { update: holdCaret }
        },
      }),
    ]
  },
})
