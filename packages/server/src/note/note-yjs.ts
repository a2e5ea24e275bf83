// Converts between the shared document (Yjs) and the note as data, in the form of the editor's binding: an element per
// node with its attributes, a text per run of text with its marks as formatting. No schema is involved, so nodes, marks
// and attributes of a newer version are preserved.
import {
  NOTE_FRAGMENT,
  NOTE_MAX_DEPTH,
  nodeBoundarySize,
  type NoteJson,
  type NoteMark,
  type NoteNode,
  sortedMarks,
} from '@knowreel/shared/note/note-document.ts'
import * as Y from 'yjs'
import { toStorableText } from '../platform/database/storable-text.ts'

/** The stored form of a note: the merged state, and the updates since. */
export interface StoredNote {
  snapshot: Uint8Array | null
  updates: readonly Uint8Array[]
}

export function noteDocumentFrom(stored: StoredNote): Y.Doc {
  const document = new Y.Doc()
  document.transact(() => {
    if (stored.snapshot) Y.applyUpdate(document, stored.snapshot)
    for (const update of stored.updates) Y.applyUpdate(document, update)
  })
  return document
}

export function storedNoteToJson(stored: StoredNote): NoteJson {
  const document = noteDocumentFrom(stored)
  try {
    return documentToNoteJson(document)
  } finally {
    document.destroy()
  }
}

/** The encoded state of a new document with this content. */
export function noteJsonToState(note: NoteJson): Uint8Array {
  const document = new Y.Doc()
  document.getXmlFragment(NOTE_FRAGMENT).insert(0, elementsOf(note.content ?? []))
  const state = Y.encodeStateAsUpdate(document)
  document.destroy()
  return state
}

export function documentToNoteJson(document: Y.Doc): NoteJson {
  const fragment = document.getXmlFragment(NOTE_FRAGMENT)
  return { type: 'doc', content: fragment.toArray().flatMap((child) => nodesOf(child, 0)) }
}

/** Node size of the shared document; equals noteSize() of its JSON. */
export function documentSize(document: Y.Doc): number {
  let size = 2
  const open: unknown[] = document.getXmlFragment(NOTE_FRAGMENT).toArray()
  while (open.length > 0) {
    const type = open.pop()
    if (type instanceof Y.XmlText) size += type.length
    else if (type instanceof Y.XmlElement) {
      size += nodeBoundarySize(type.nodeName, type.length === 0)
      open.push(...type.toArray())
    }
  }
  return size
}

/**
 * Makes the content of the document equal to `note` with minimal edits of whole blocks: equal blocks at the start and
 * at the end keep their history and carets. Returns false if nothing had to change.
 */
export function replaceDocumentContent(document: Y.Doc, note: NoteJson, origin?: unknown): boolean {
  const fragment = document.getXmlFragment(NOTE_FRAGMENT)
  const present = fragment.toArray().map((child) => JSON.stringify(nodesOf(child, 0)))
  const groups = groupText(note.content ?? [])
  const wanted = groups.map((group) => JSON.stringify(group.map(canonicalNode)))
  let head = 0
  while (head < present.length && head < wanted.length && present[head] === wanted[head]) head += 1
  let tail = 0
  const common = Math.min(present.length, wanted.length) - head
  while (tail < common && present.at(-1 - tail) === wanted.at(-1 - tail)) tail += 1
  const removed = present.length - head - tail
  const added = groups.slice(head, groups.length - tail).flat()
  if (removed === 0 && added.length === 0) return false
  document.transact(() => {
    if (removed > 0) fragment.delete(head, removed)
    if (added.length > 0) fragment.insert(head, elementsOf(added))
  }, origin)
  return true
}

// --- Yjs to data ----------------------------------------------------------------------------------------------------

/** Marks that may overlap themselves are stored as `name--hash`. */
const overlappingMark = /^(.*)--[a-zA-Z0-9+/=]{8}$/

type Delta = { insert: unknown; attributes?: Record<string, unknown> }[]

function nodesOf(type: unknown, depth: number): NoteNode[] {
  if (depth > NOTE_MAX_DEPTH) return []
  if (type instanceof Y.XmlText) return (type.toDelta() as Delta).flatMap(textNode)
  if (!(type instanceof Y.XmlElement)) return []
  const content = type.toArray().flatMap((child) => nodesOf(child, depth + 1))
  return [
    canonicalNode({
      type: toStorableText(type.nodeName),
      attrs: type.getAttributes(),
      ...(content.length > 0 && { content }),
    }),
  ]
}

function textNode({ insert, attributes = {} }: Delta[number]): NoteNode[] {
  const text = typeof insert === 'string' ? toStorableText(insert) : ''
  if (text === '') return []
  const marks = Object.entries(attributes).map(([name, attrs]): NoteMark => {
    const type = toStorableText(overlappingMark.exec(name)?.[1] ?? name)
    return isRecord(attrs) && Object.keys(attrs).length > 0 ? { type, attrs: cleanAttributes(attrs, false) } : { type }
  })
  return [{ type: 'text', text, ...(marks.length > 0 && { marks: sortedMarks(marks) }) }]
}

/** Equal nodes get equal forms: attributes sorted by name, null ones omitted. */
function canonicalNode(node: NoteNode): NoteNode {
  if (node.type === 'text') {
    return {
      type: 'text',
      text: node.text ?? '',
      ...(node.marks?.length && { marks: sortedMarks(node.marks).map(canonicalMark) }),
    }
  }
  const attrs = cleanAttributes(node.attrs ?? {}, true)
  return {
    type: node.type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(node.content?.length && { content: node.content.map(canonicalNode) }),
  }
}

const canonicalMark = ({ type, attrs }: NoteMark): NoteMark =>
  attrs && Object.keys(attrs).length > 0 ? { type, attrs: cleanAttributes(attrs, false) } : { type }

function cleanAttributes(attrs: Readonly<Record<string, unknown>>, dropsNull: boolean): Record<string, unknown> {
  const entries = Object.entries(attrs).map(([name, value]) => [toStorableText(name), cleanValue(value, 0)] as const)
  return Object.fromEntries(
    entries.filter(([, value]) => !(dropsNull && value === null)).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** A shared document may hold any value; this returns one that JSON and the database can store. */
function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (depth > NOTE_MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((entry) => cleanValue(entry, depth + 1))
  if (!isRecord(value)) return null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !reservedNames.has(name))
      .map(([name, entry]) => [toStorableText(name), cleanValue(entry, depth + 1)]),
  )
}

/** Members that Yjs and other code expect on every object; they must not be overridden by data. */
const reservedNames: ReadonlySet<string> = new Set([
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'toJSON',
])

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

// --- data to Yjs ----------------------------------------------------------------------------------------------------

/** A run of text nodes is one shared text; every other node is on its own. */
function groupText(content: readonly NoteNode[]): NoteNode[][] {
  const groups: NoteNode[][] = []
  for (const node of content) {
    const last = groups.at(-1)
    if (node.type === 'text' && last?.[0]?.type === 'text') last.push(node)
    else groups.push([node])
  }
  return groups
}

const elementsOf = (content: readonly NoteNode[]): (Y.XmlElement | Y.XmlText)[] =>
  groupText(content).flatMap((group) => {
    const [node] = group
    if (!node) return []
    return [node.type === 'text' ? textOf(group) : elementOf(node)]
  })

function elementOf(node: NoteNode): Y.XmlElement {
  const element = new Y.XmlElement(node.type)
  for (const [name, value] of Object.entries(node.attrs ?? {})) {
    const clean = cleanValue(value, 0)
    // The types of Yjs allow only strings, but any JSON value is stored unchanged.
    if (clean !== null) element.setAttribute(name, clean as string)
  }
  if (node.content?.length) element.insert(0, elementsOf(node.content))
  return element
}

function textOf(nodes: readonly NoteNode[]): Y.XmlText {
  const text = new Y.XmlText()
  text.applyDelta(
    nodes.map((node) => ({
      insert: node.text ?? '',
      attributes: Object.fromEntries((node.marks ?? []).map((mark) => [mark.type, mark.attrs ?? {}])),
    })),
  )
  return text
}
