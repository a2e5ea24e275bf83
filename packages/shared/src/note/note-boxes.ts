// Blocks that hold other blocks in a box: callouts and toggles. Both are isolating, so that a heading or a list inside
// stays inside, and a caret can be placed before, after and between boxes.
import { Extension, Node } from '@tiptap/core'
import { type Attrs, type Node as ProseMirrorNode, NodeRange, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { findWrapping } from '@tiptap/pm/transform'
import { type CalloutKind, calloutKind, namedCalloutKind } from './callout-kinds.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    boxes: {
      /** Puts the selected blocks into a callout, or changes the kind of the callout around them. */
      setCallout: (kind: CalloutKind) => ReturnType
      /** Puts the selected blocks into a toggle; the first is its line that stays visible. */
      setToggle: () => ReturnType
      /** Replaces a box by its content: the one at the position, or the one of this type around the caret. */
      unwrapBox: (which: number | 'callout' | 'toggle') => ReturnType
      insertTableOfContents: () => ReturnType
    }
  }
}

export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  isolating: true,
  defining: true,

  addAttributes: () => ({
    kind: {
      default: 'info',
      // The second name is that of another editor on the same library.
      parseHTML: (element: HTMLElement) =>
        namedCalloutKind(element.getAttribute('data-kind') ?? element.getAttribute('data-callout-type') ?? '') ??
        'info',
      renderHTML: ({ kind }) => ({ 'data-kind': calloutKind(kind) }),
    },
  }),

  parseHTML: () => [{ tag: 'div[data-type=callout]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { 'data-type': 'callout', ...HTMLAttributes }, 0],
})

/**
 * Its first line stays visible; the rest is shown on request. Whether it is open is each reader's own choice, so the
 * note does not contain it. Any content is allowed, because concurrent edits may remove the first line.
 */
export const Toggle = Node.create({
  name: 'toggle',
  group: 'block',
  content: 'block+',
  isolating: true,
  defining: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', { open: '' }, 0],
})

/** Lists the headings of the note; the list is derived wherever it is shown. Only the first one of a note is filled. */
export const TableOfContents = Node.create({
  name: 'tableOfContents',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'nav[data-type=tableOfContents]' }],
  renderHTML: () => ['nav', { 'data-type': 'tableOfContents' }],
})

export const isBox = ({ type }: ProseMirrorNode): boolean => type.name === 'callout' || type.name === 'toggle'

/** Commands and keys of the boxes. */
export const BoxKeys = Extension.create({
  name: 'boxKeys',

  addCommands() {
    return {
      setCallout:
        (kind) =>
        ({ tr, dispatch }) => {
          const position = positionAround(tr.selection.$from, 'callout')
          if (position === null) return wrap(tr, 'callout', { kind }, dispatch)
          if (dispatch) tr.setNodeAttribute(position, 'kind', kind)
          return true
        },
      setToggle:
        () =>
        ({ tr, dispatch }) =>
          wrap(tr, 'toggle', null, dispatch),
      unwrapBox:
        (which) =>
        ({ tr, dispatch }) => {
          const found = typeof which === 'number' ? which : positionAround(tr.selection.$from, which)
          const box = found === null ? null : tr.doc.nodeAt(found)
          if (found === null || !box || !isBox(box)) return false
          if (dispatch) unwrap(tr, found)
          return true
        },
      insertTableOfContents:
        () =>
        ({ commands }) =>
          commands.insertContent([{ type: 'tableOfContents' }, { type: 'paragraph' }]),
    }
  },

  addKeyboardShortcuts() {
    const run = (key: (state: EditorState) => Transaction | null) => (): boolean => {
      const { view } = this.editor
      const transaction = key(view.state)
      if (transaction) view.dispatch(transaction.scrollIntoView())
      return transaction !== null
    }
    return {
      Enter: run((state) => leaveAtEnd(state) ?? writeAbove(state)),
      Backspace: run((state) => unwrapAtStart(state) ?? moveIntoBox(state)),
      Delete: run(unwrapNext),
    }
  },
})

/** Enter in an empty line: the last one of a box leaves it, the only one removes the box. */
export function leaveAtEnd({ selection, tr }: EditorState): Transaction | null {
  const { $from, empty } = selection
  const box = $from.depth > 0 ? $from.node(-1) : null
  const isEmptyLine = empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  if (!isEmptyLine || !box || !isBox(box) || $from.indexAfter(-1) !== box.childCount) return null
  if (box.childCount === 1) return unwrap(tr, $from.before(-1))
  const next = $from.node(-2).maybeChild($from.indexAfter(-2))
  // The line that is already there is enough.
  if (next?.type.name === 'paragraph' && next.content.size === 0) {
    tr.delete($from.before(), $from.after())
    return tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map($from.after(-1)) + 1))
  }
  const range = $from.blockRange()
  return range && tr.lift(range, range.depth - 1)
}

/** Enter at the start of a toggle makes room above it: its line stays its line. */
function writeAbove({ selection, tr, schema }: EditorState): Transaction | null {
  const { $from, empty } = selection
  const isAtStart = empty && $from.parentOffset === 0 && $from.parent.content.size > 0
  const line = schema.nodes['paragraph']?.create()
  if (!isAtStart || !line || $from.depth < 2 || $from.index(-1) > 0) return null
  return $from.node(-1).type.name === 'toggle' ? tr.insert($from.before(-1), line) : null
}

/** Backspace at the start of a line below a box moves the line into it; it would select the box, and then delete it. */
function moveIntoBox({ selection, tr }: EditorState): Transaction | null {
  const { $from, empty } = selection
  if (!empty || !(selection instanceof TextSelection) || $from.parentOffset > 0) return null
  const start = $from.before()
  const { nodeBefore } = tr.doc.resolve(start)
  if ($from.parent.content.size === 0 || !nodeBefore || !isBox(nodeBefore)) return null
  tr.delete(start, $from.after()).insert(start - 1, $from.parent)
  return tr.setSelection(TextSelection.create(tr.doc, start))
}

/** Delete at the end of a line above a box removes the box and keeps its content; it would delete the box as well. */
function unwrapNext({ selection, tr }: EditorState): Transaction | null {
  const { $from, empty } = selection
  const isAtEnd = empty && selection instanceof TextSelection && $from.parentOffset === $from.parent.content.size
  if (!isAtEnd || $from.parent.content.size === 0) return null
  const { nodeAfter } = tr.doc.resolve($from.after())
  return nodeAfter && isBox(nodeAfter) ? unwrap(tr, $from.after()) : null
}

/** Backspace at the start of a box removes the box and keeps its content. */
export function unwrapAtStart({ selection, tr }: EditorState): Transaction | null {
  const { $from, empty } = selection
  if (!empty || !(selection instanceof TextSelection) || $from.parentOffset > 0 || $from.depth < 2) return null
  return isBox($from.node(-1)) && $from.index(-1) === 0 ? unwrap(tr, $from.before(-1)) : null
}

function unwrap(tr: Transaction, position: number): Transaction {
  const $start = tr.doc.resolve(position + 1)
  const $end = tr.doc.resolve($start.end())
  return tr.lift(new NodeRange($start, $end, $start.depth), $start.depth - 1)
}

/** The selected blocks, or those around them where a box cannot be inside, as at the start of a list item. */
function wrap(tr: Transaction, name: string, attrs: Attrs | null, dispatch: unknown): boolean {
  const { $from, $to } = tr.selection
  const type = tr.doc.type.schema.nodes[name]
  const inner = $from.blockRange($to)
  if (!type || !inner) return false
  for (let depth = inner.depth; depth >= 0; depth -= 1) {
    const range = new NodeRange($from, $to, depth)
    const wrapping = findWrapping(range, type, attrs)
    if (!wrapping) continue
    if (dispatch) tr.wrap(range, wrapping)
    return true
  }
  return false
}

function positionAround($pos: ResolvedPos, name: string): number | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1) if ($pos.node(depth).type.name === name) return $pos.before(depth)
  return null
}
