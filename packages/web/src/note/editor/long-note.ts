import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, Selection, TextSelection } from '@tiptap/pm/state'
import { groupBlocks, groupViews, holdCaret } from './grouped-view.ts'

/** Draws the blocks of long notes in groups, and marks these notes for the style sheet (note-text.module.css). */
export const LongNote = Extension.create({
  name: 'longNote',
  // Before the shared document is drawn for the first time.
  priority: 3_000,

  /** The browser itself goes to the last place that is laid out. */
  addKeyboardShortcuts() {
    const go = (to: 'start' | 'end', isSelecting: boolean) => (): boolean => {
      const { state, view } = this.editor
      if (!('long' in view.dom.dataset)) return false
      const place = to === 'start' ? Selection.atStart(state.doc) : Selection.atEnd(state.doc)
      const selection = isSelecting ? TextSelection.between(state.selection.$anchor, place.$head) : place
      view.dispatch(state.tr.setSelection(selection).scrollIntoView())
      return true
    }
    return {
      'Mod-Home': go('start', false),
      'Mod-End': go('end', false),
      'Shift-Mod-Home': go('start', true),
      'Shift-Mod-End': go('end', true),
      'Cmd-ArrowUp': go('start', false),
      'Cmd-ArrowDown': go('end', false),
      'Shift-Cmd-ArrowUp': go('start', true),
      'Shift-Cmd-ArrowDown': go('end', true),
    }
  },

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
