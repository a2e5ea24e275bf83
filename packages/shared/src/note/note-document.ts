/** A note as data: the JSON of its document, its limits and what is said about it without any editor. */

/** Raised with every node, mark or attribute that older clients do not know: those are then let in to read only. */
export const NOTE_SCHEMA_VERSION = 3

/** Name of the shared type that holds the document inside its Y.Doc. */
export const NOTE_FRAGMENT = 'default'

/** Node size at which the client stops typing; limits are inclusive. */
export const NOTE_CLIENT_LIMIT = 30_000
/** Node size up to which the server takes updates: above the client's, since several may type at once. */
export const NOTE_SERVER_LIMIT = 60_000

export type NoteMark = { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }

export type NoteNode = {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly NoteNode[]
  readonly marks?: readonly NoteMark[]
  readonly text?: string
}

/** The document of one text tab. May hold nodes that this version does not know; they are kept. */
export type NoteJson = NoteNode & { readonly type: 'doc' }

export const EMPTY_NOTE: NoteJson = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Blocks that carry a key of 16 random characters, by which comments find their place again. */
export const KEYED_BLOCKS: readonly string[] = ['paragraph', 'heading', 'codeBlock']

/** Deeper than any note a person writes; what lies below is hostile and would overflow the stack. */
export const NOTE_MAX_DEPTH = 100

const keyPattern = /^[A-Za-z0-9_-]{16}$/
export const isBlockKey = (value: unknown): value is string => typeof value === 'string' && keyPattern.test(value)

const leafNodes: ReadonlySet<string> = new Set(['hardBreak', 'horizontalRule', 'mention', 'image', 'fileAttachment'])
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
])
const inlineNodes: ReadonlySet<string> = new Set(['text', 'hardBreak', 'mention', 'image'])

export const isKnownNode = (type: string): boolean => type === 'text' || leafNodes.has(type) || containerNodes.has(type)
export const isInlineNode = (type: string): boolean => inlineNodes.has(type)

/** Outermost first, as in the schema; equal marks always come in one order, unknown ones last by their names. */
const markOrder: readonly string[] = ['link', 'textStyle', 'bold', 'italic', 'underline', 'strike', 'highlight', 'code']

export function sortedMarks(marks: readonly NoteMark[]): NoteMark[] {
  const rank = ({ type }: NoteMark): number => (markOrder.includes(type) ? markOrder.indexOf(type) : markOrder.length)
  return marks.toSorted((one, other) => rank(one) - rank(other) || (one.type < other.type ? -1 : 1))
}

/** ProseMirror's node size of one element: a known container counts 2 around its content, a leaf 1. */
export const nodeFrame = (type: string, isEmpty: boolean): 1 | 2 =>
  leafNodes.has(type) || (isEmpty && !containerNodes.has(type)) ? 1 : 2

/** Size as ProseMirror measures it (text in UTF-16 units, 1 for a leaf, 2 for the ends of every other node). */
export function noteSize(note: NoteNode): number {
  let size = 0
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    const content = node.content ?? []
    size += node.type === 'text' ? (node.text ?? '').length : nodeFrame(node.type, content.length === 0)
    open.push(...content)
  }
  return size
}

const readableNodes: ReadonlySet<string> = new Set(['horizontalRule', 'table', 'mention', 'image', 'fileAttachment'])

/** True when there is nothing to read: blocks without a letter, and no rule, table, mention, picture, attachment or node of a newer version. */
export function isEmptyNote(note: NoteNode): boolean {
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'text' && (node.text ?? '').trim() !== '') return false
    if (readableNodes.has(node.type) || !isKnownNode(node.type)) return false
    open.push(...(node.content ?? []))
  }
  return true
}

/** Gives every keyed block a key of its own: missing, malformed and repeated ones are replaced. */
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
