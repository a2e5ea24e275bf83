/** A note as data: its JSON, limits and properties, without an editor. */

/** Incremented with every node, mark or attribute that older clients do not know; those then get read-only access. */
export const NOTE_SCHEMA_VERSION = 5

/** Name of the shared type that contains the document in its Y.Doc. */
export const NOTE_FRAGMENT = 'default'

/** Node size at which the client stops accepting input, inclusive. */
export const NOTE_CLIENT_LIMIT = 30_000
/**
 * Node size up to which the server accepts updates: above the client's limit, because several people may type
 * concurrently.
 */
export const NOTE_SERVER_LIMIT = 60_000

export type NoteMark = { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }

export type NoteNode = {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly NoteNode[]
  readonly marks?: readonly NoteMark[]
  readonly text?: string
}

/** The document of one text tab. May contain nodes that this version does not know; they are kept. */
export type NoteJson = NoteNode & { readonly type: 'doc' }

export const EMPTY_NOTE: NoteJson = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Blocks with a key of 16 random characters, which comments use to locate their words. */
export const KEYED_BLOCKS: readonly string[] = ['paragraph', 'heading', 'codeBlock']

/** Deeper than any real note; deeper nesting is hostile and would overflow the stack. */
export const NOTE_MAX_DEPTH = 100

const keyPattern = /^[A-Za-z0-9_-]{16}$/
export const isBlockKey = (value: unknown): value is string => typeof value === 'string' && keyPattern.test(value)

const leafNodes: ReadonlySet<string> = new Set([
  'hardBreak',
  'horizontalRule',
  'mention',
  'image',
  'fileAttachment',
  'tableOfContents',
  'embed',
])
const containerNodes: ReadonlySet<string> = new Set([
  'doc',
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'codeBlock',
  'blockquote',
  'columns',
  'column',
  'callout',
  'toggle',
])
const inlineNodes: ReadonlySet<string> = new Set(['text', 'hardBreak', 'mention', 'image'])

export const isKnownNode = (type: string): boolean => type === 'text' || leafNodes.has(type) || containerNodes.has(type)
export const isInlineNode = (type: string): boolean => inlineNodes.has(type)

/** Outermost first, as in the schema, so that equal marks are always in the same order; unknown ones last by name. */
const markOrder: readonly string[] = ['link', 'textStyle', 'bold', 'italic', 'underline', 'strike', 'highlight', 'code']

/** `ychange` is a mark of the editor's binding. */
export const isKnownMark = (type: string): boolean => markOrder.includes(type) || type === 'ychange'

export function sortedMarks(marks: readonly NoteMark[]): NoteMark[] {
  const rank = ({ type }: NoteMark): number => (markOrder.includes(type) ? markOrder.indexOf(type) : markOrder.length)
  return marks.toSorted((one, other) => rank(one) - rank(other) || (one.type < other.type ? -1 : 1))
}

/** A toggle's first line, which stays visible, and what is shown with it. Concurrent edits may leave it without one. */
export function toggleParts({ content = [] }: NoteNode): { summary: NoteNode | null; content: readonly NoteNode[] } {
  const [first, ...rest] = content
  const isLine = first?.type === 'paragraph' || first?.type === 'heading'
  return isLine ? { summary: first, content: rest } : { summary: null, content }
}

/** ProseMirror's size of a node without its content: 2 for a container, 1 for a leaf. */
export const nodeBoundarySize = (type: string, isEmpty: boolean): 1 | 2 =>
  leafNodes.has(type) || (isEmpty && !containerNodes.has(type)) ? 1 : 2

/** Size as ProseMirror measures it (text in UTF-16 units, 1 for a leaf, 2 for the boundaries of every other node). */
export function noteSize(note: NoteNode): number {
  let size = 0
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    const content = node.content ?? []
    size += node.type === 'text' ? (node.text ?? '').length : nodeBoundarySize(node.type, content.length === 0)
    open.push(...content)
  }
  return size
}

const readableNodes: ReadonlySet<string> = new Set([
  'horizontalRule',
  'table',
  'mention',
  'image',
  'fileAttachment',
  'embed',
])

/** True if there is nothing to read: no letter, rule, table, mention, picture, attachment, embed or unknown node. */
export function isEmptyNote(note: NoteNode): boolean {
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'text' && (node.text ?? '').trim() !== '') return false
    if (readableNodes.has(node.type) || !isKnownNode(node.type)) return false
    open.push(...(node.content ?? []))
  }
  return true
}

/** Gives every keyed block a unique key: replaces missing, malformed and repeated ones. */
export function withBlockKeys(note: NoteJson, makeKey: () => string): NoteJson {
  const taken = new Set<string>()
  const visit = (node: NoteNode): NoteNode => {
    const content = node.content ? { content: node.content.map(visit) } : {}
    if (!KEYED_BLOCKS.includes(node.type)) return { ...node, ...content }
    const ownKey = node.attrs?.['key']
    const key = isBlockKey(ownKey) && !taken.has(ownKey) ? ownKey : makeKey()
    taken.add(key)
    return { ...node, attrs: { ...node.attrs, key }, ...content }
  }
  return { ...note, content: (note.content ?? []).map(visit) }
}
