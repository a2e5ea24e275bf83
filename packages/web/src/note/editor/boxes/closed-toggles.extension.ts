/**
 * Which toggles are closed in this editor. It is the choice of the person who edits, so it is kept beside the document:
 * as decorations, which follow their toggles through every change. A new toggle is open.
 */
import { Extension } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Selection, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

const key = new PluginKey<DecorationSet>('closedToggles')
type Change = { readonly position: number; readonly isClosed: boolean }

export const ClosedToggles = Extension.create({
  name: 'closedToggles',

  addKeyboardShortcuts() {
    return {
      'Mod-Enter': () => {
        const { view, state } = this.editor
        const position = toggleOfLine(state.selection.$head)
        if (position === null) return false
        closeToggle(view, position, !isToggleClosed(state, position))
        return true
      },
      // What is written behind the line of a closed toggle would not be seen.
      Enter: () =>
        this.editor.commands.command(({ state, tr, dispatch }) => {
          const { $head, empty } = state.selection
          const position = toggleOfLine($head)
          const isAtEnd = empty && $head.parentOffset === $head.parent.content.size && $head.parentOffset > 0
          const line = state.schema.nodes['paragraph']?.create()
          if (position === null || !isAtEnd || !line || !isToggleClosed(state, position)) return false
          if (!dispatch) return true
          const below = $head.after(-1)
          tr.insert(below, line).setSelection(TextSelection.create(tr.doc, below + 1))
          return true
        }),
    }
  },

  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, before) {
          const closed = before.map(transaction.mapping, transaction.doc)
          const change: Change | undefined = transaction.getMeta(key)
          return openAround(change ? withChange(closed, transaction.doc, change) : closed, transaction.selection)
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

export const isClosedMark = ({ spec }: Decoration): boolean => spec['isClosed'] === true

const isToggle = ({ type }: Node): boolean => type.name === 'toggle'

/** The position of the toggle whose visible line contains the caret. */
const toggleOfLine = ($head: ResolvedPos): number | null =>
  $head.depth > 1 && isToggle($head.node(-1)) && $head.index(-1) === 0 ? $head.before(-1) : null

const findClosed = (closed: DecorationSet | undefined, position: number): Decoration[] =>
  closed?.find(position, position + 1).filter(({ from }) => from === position) ?? []

const isToggleClosed = (state: EditorState, position: number): boolean =>
  findClosed(key.getState(state), position).length > 0

/** A caret in the content that disappears moves to the end of the line. */
export function closeToggle(view: EditorView, position: number, isClosed: boolean): void {
  const { state } = view
  const { tr, selection } = state
  const toggle = state.doc.nodeAt(position)
  const line = toggle?.firstChild
  if (!toggle || !line) return
  const lineEnd = position + 1 + line.nodeSize
  const isHidden = selection.from >= lineEnd && selection.to < position + toggle.nodeSize
  if (isClosed && isHidden) tr.setSelection(TextSelection.near(state.doc.resolve(lineEnd - 1), -1))
  view.dispatch(tr.setMeta(key, { position, isClosed } satisfies Change))
}

function withChange(closed: DecorationSet, doc: Node, { position, isClosed }: Change): DecorationSet {
  const others = closed.remove(findClosed(closed, position))
  const toggle = doc.nodeAt(position)
  if (!isClosed || !toggle) return others
  const mark = Decoration.node(position, position + toggle.nodeSize, { 'data-closed': '' }, { isClosed: true })
  return others.add(doc, [mark])
}

/** A caret is never hidden, whatever moves it. */
function openAround(closed: DecorationSet, { $head }: Selection): DecorationSet {
  if (closed === DecorationSet.empty) return closed
  let open = closed
  for (let depth = 1; depth < $head.depth; depth += 1) {
    if (isToggle($head.node(depth)) && $head.index(depth) > 0) open = open.remove(findClosed(open, $head.before(depth)))
  }
  return open
}
