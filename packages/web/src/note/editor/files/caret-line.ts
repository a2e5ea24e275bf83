/**
 * A picture on its own line needs a line below it only while the caret stands there: readers have none, and nothing may
 * move when the editor takes over from what they see.
 */
import { Plugin, PluginKey, TextSelection, type EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export const caretLine = (): Plugin =>
  new Plugin({
    key: new PluginKey('caretLine'),
    props: {
      decorations: (state) => {
        const at = placeBehindPicture(state)
        if (at === null) return null
        return DecorationSet.create(state.doc, [Decoration.node(at.from, at.to, { 'data-caret-last': '' })])
      },
    },
  })

/** The block whose last part is such a picture, while the caret stands behind it. */
export function placeBehindPicture({ selection }: EditorState): { from: number; to: number } | null {
  if (!(selection instanceof TextSelection) || !selection.empty) return null
  const { $from } = selection
  const before = $from.nodeBefore
  if ($from.parentOffset < $from.parent.content.size || before?.type.name !== 'image') return null
  return before.attrs['display'] === 'break' ? { from: $from.before(), to: $from.after() } : null
}
