/**
 * Carets of colleagues that are not in a line of text: at a selected block, picture or cell, between blocks, and beside a
 * picture that has a line of its own. An element there would add a line or separate siblings that share a
 * margin, so the block itself is marked: it gets a frame, or a line at the edge where the colleague is.
 */
import { CollaborationCaret } from '@tiptap/extension-collaboration-caret'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, type DecorationAttrs, type DecorationSet } from '@tiptap/pm/view'
import { yCursorPluginKey } from '@tiptap/y-tiptap'
import { noteImage } from '@knowreel/shared/note/note-files.ts'

type Colleagues = {
  /** Whether nothing is selected at the caret. */
  readonly isCollapsed: (client: number) => boolean
  /** The attributes of a block that the colleague selects. */
  readonly markBlock: (client: number) => DecorationAttrs
}

/** The stock extension, with other decorations for the same carets. */
export const blockCarets = (colleagues: Colleagues) =>
  CollaborationCaret.extend({
    addProseMirrorPlugins() {
      const plugins = this.parent?.() ?? []
      return plugins.map((plugin) =>
        plugin.spec.key === yCursorPluginKey ? withMarkedBlocks(plugin, colleagues) : plugin,
      )
    },
  })

function withMarkedBlocks({ spec }: Plugin, colleagues: Colleagues): Plugin {
  let from: DecorationSet | undefined
  let drawn: DecorationSet | undefined
  return new Plugin({
    ...spec,
    props: {
      ...spec.props,
      decorations(state) {
        const carets: DecorationSet | undefined = yCursorPluginKey.getState(state)
        if (carets !== from) {
          from = carets
          drawn = carets && markBlocks(carets, state.doc, colleagues)
        }
        return drawn
      },
    },
  })
}

function markBlocks(set: DecorationSet, doc: Node, { isCollapsed, markBlock }: Colleagues): DecorationSet {
  const all = set.find()
  const removed: Decoration[] = []
  const added: Decoration[] = []
  for (const caret of all.filter(isCaret)) {
    const head = caret.from
    const client = Number(caret.spec['key'])
    // The head of a selected block or cell is its end. Nothing names the colleague of a selection.
    const selection = isCollapsed(client)
      ? undefined
      : all.find((one) => !isCaret(one) && one.to === head && one.from < head)
    const mark = findBlockMark(doc, selection?.from ?? head, head)
    if (!mark) continue
    removed.push(caret)
    if (selection && mark.edge === null) removed.push(selection)
    const attrs = markBlock(client)
    added.push(Decoration.node(mark.from, mark.to, mark.edge === null ? attrs : { ...attrs, 'data-edge': mark.edge }))
  }
  return removed.length === 0 ? set : set.remove(removed).add(doc, added)
}

const isCaret = ({ spec }: Decoration): boolean => typeof spec['key'] === 'string'

type BlockMark = {
  from: number
  to: number
  /** Null: the whole block. */
  edge: 'start' | 'end' | null
}

/** Null for a caret in a line of text. */
function findBlockMark(doc: Node, anchor: number, head: number): BlockMark | null {
  const selected = doc.nodeAt(anchor)
  // The caret extension moves the end of the note forwards by one.
  const end = head === doc.content.size - 1 ? [head, head + 1] : [head]
  if (anchor < head && selected && !selected.isText && end.includes(anchor + selected.nodeSize))
    return { from: anchor, to: anchor + selected.nodeSize, edge: null }
  const $head = doc.resolve(head)
  if ($head.parent.inlineContent && !isBesideOwnLine($head)) return null
  if (
    !$head.parent.inlineContent &&
    $head.depth > 0 &&
    anchor === $head.start() &&
    anchor < head &&
    head === $head.end()
  )
    return { from: $head.before(), to: $head.after(), edge: null }
  const { nodeBefore, nodeAfter } = $head
  if (nodeBefore) return { from: head - nodeBefore.nodeSize, to: head, edge: 'end' }
  return nodeAfter && { from: head, to: head + nodeAfter.nodeSize, edge: 'start' }
}

/** A caret beside such a picture, without words, would have a line of its own. */
const isBesideOwnLine = ({ nodeBefore, nodeAfter }: ResolvedPos): boolean =>
  (isOwnLine(nodeBefore) && (!nodeAfter || isOwnLine(nodeAfter))) || (!nodeBefore && isOwnLine(nodeAfter))

const isOwnLine = (node: Node | null): boolean =>
  node?.type.name === 'image' && noteImage(node.attrs).display === 'break'
