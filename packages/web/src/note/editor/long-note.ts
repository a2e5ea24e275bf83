import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, Selection, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** Number of blocks from which the browser lays out only those near the viewport (note-text.module.css). */
const minLongNoteBlocks = 120

const isLong = ({ doc }: EditorState): boolean => doc.childCount >= minLongNoteBlocks

/** Marks long notes, and the blocks around the caret in them, for the style sheet. */
export const LongNote = Extension.create({
  name: 'longNote',

  /** Without this, Ctrl+End stops at the last block that the browser has laid out. */
  addKeyboardShortcuts() {
    const go = (to: 'start' | 'end', isSelecting: boolean) => (): boolean => {
      const { state, view } = this.editor
      if (!isLong(state)) return false
      const target = to === 'start' ? Selection.atStart(state.doc) : Selection.atEnd(state.doc)
      const selection = isSelecting ? TextSelection.between(state.selection.$anchor, target.$head) : target
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
        props: {
          attributes: (state): Record<string, string> => (isLong(state) ? { 'data-long': '' } : {}),
          decorations: (state) =>
            isLong(state) ? DecorationSet.create(state.doc, decorateBlocksAtCaret(state)) : null,
        },
      }),
    ]
  },
})

/** The browser only types into blocks that are laid out, so these must be, even if they are scrolled out of view. */
function decorateBlocksAtCaret({ doc, selection: { $head } }: EditorState): Decoration[] {
  const index = $head.index(0)
  let from = $head.posAtIndex(Math.max(0, index - 1), 0)
  return doc.children.slice(Math.max(0, index - 1), index + 2).map((block) => {
    const start = from
    from += block.nodeSize
    return Decoration.node(start, from, { 'data-at-caret': '' })
  })
}
