/**
 * An image on its own line needs a line below it only while the caret is there: readers see none, and nothing may shift
 * when the editor replaces the readable text.
 */
import { Plugin, PluginKey, TextSelection, type EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export const caretLine = (): Plugin =>
  new Plugin({
    key: new PluginKey('caretLine'),
    props: {
      decorations: (state) => {
        const at = findImageLineAtCaret(state)
        if (at === null) return null
        return DecorationSet.create(state.doc, [Decoration.node(at.from, at.to, { 'data-caret-last': '' })])
      },
    },
  })

/** The block that ends with such an image, while the caret is behind it. */
export function findImageLineAtCaret({ selection }: EditorState): { from: number; to: number } | null {
  if (!(selection instanceof TextSelection) || !selection.empty) return null
  const { $from } = selection
  const before = $from.nodeBefore
  if ($from.parentOffset < $from.parent.content.size || before?.type.name !== 'image') return null
  return before.attrs['display'] === 'break' ? { from: $from.before(), to: $from.after() } : null
}
