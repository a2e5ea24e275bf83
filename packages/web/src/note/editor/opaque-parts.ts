// Parts of a note that this version does not know, because a newer version wrote them before the server was rolled
// back. The collaboration binding deletes whatever the editor's schema lacks, for everyone. The schema is therefore
// extended by the parts that this note contains: such nodes can be kept, moved or deleted, but not edited.
import { type AnyExtension, Extension, getSchema, Mark, Node } from '@tiptap/core'
import type { Schema } from '@tiptap/pm/model'
import * as Y from 'yjs'
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { noteExtensions, noteSchema } from '@knowreel/shared/note/note-schema.ts'

type OpaqueNode = { isInline: boolean; attributes: Set<string>; children: Set<string> }
type OpaqueMark = { attributes: Set<string>; isOverlapping: boolean }
type UnknownParts = {
  nodes: Map<string, OpaqueNode>
  marks: Map<string, OpaqueMark>
  /** Attributes of known nodes and marks, by name. */
  attributes: Map<string, Set<string>>
}

type YParent = Y.XmlFragment | Y.XmlElement
type YChild = Y.XmlElement | Y.XmlText | Y.XmlHook

const noExtensions: readonly AnyExtension[] = []

/** Extensions that the editor needs to hold this note; null if it cannot be edited and must be read-only. */
export function opaqueExtensions(fragment: Y.XmlFragment): readonly AnyExtension[] | null {
  if (isKnown(noteSchema, fragment)) return noExtensions
  const parts: UnknownParts = { nodes: new Map(), marks: new Map(), attributes: new Map() }
  collectUnknownParts(fragment, parts)
  if (!haveValidNames(parts)) return null
  const extensions = createExtensions(parts)
  try {
    const schema = getSchema([...noteExtensions, ...extensions])
    // Attributes have no position of their own: a structure that does not fit is repaired as in any note.
    if (parts.nodes.size === 0 && parts.marks.size === 0) return extensions
    schema.nodeFromJSON({ type: 'doc', content: toNodeJson(fragment) }).check()
    return extensions
  } catch {
    return null
  }
}

const validName = /^[A-Za-z][\w-]{0,60}$/
const knownNames: ReadonlySet<string> = new Set(noteExtensions.map(({ name }) => name))

/** Valid schema names, each used for one part only; no version of ours uses others. */
function haveValidNames({ nodes, marks }: UnknownParts): boolean {
  const names = [...nodes.keys(), ...marks.keys()]
  return names.every((name) => validName.test(name) && !knownNames.has(name)) && new Set(names).size === names.length
}

/** True if the changes added nothing that the editor's schema lacks. */
export function areChangesKnown(schema: Schema, events: readonly Y.YEvent<Y.AbstractType<unknown>>[]): boolean {
  return events.every((event) => {
    const { target } = event
    if (target instanceof Y.XmlText) {
      return event.delta.every(({ attributes }) => areMarksKnown(schema, attributes))
    }
    if (!(target instanceof Y.XmlFragment)) return true
    const added = [...event.changes.added].flatMap(({ content }) =>
      content instanceof Y.ContentType ? [content.type as unknown as YChild] : [],
    )
    const attributes = target instanceof Y.XmlElement ? [...event.changes.keys.keys()] : []
    return (
      added.every((child) => isChildKnown(schema, target, child)) &&
      (!(target instanceof Y.XmlElement) || areAttributesKnown(schema, target.nodeName, attributes))
    )
  })
}

const isKnown = (schema: Schema, parent: YParent): boolean =>
  (parent.toArray() as YChild[]).every((child) => isChildKnown(schema, parent, child))

function isChildKnown(schema: Schema, parent: YParent, child: YChild): boolean {
  if (child instanceof Y.XmlText) {
    return (child.toDelta() as TextDelta).every(({ attributes }) => areMarksKnown(schema, attributes))
  }
  if (!(child instanceof Y.XmlElement)) return true
  const type = schema.nodes[child.nodeName]
  if (!type || !areAttributesKnown(schema, child.nodeName, Object.keys(child.getAttributes()))) return false
  const parentType = parent instanceof Y.XmlElement ? schema.nodes[parent.nodeName] : schema.topNodeType
  // An opaque type was inferred from elsewhere in this note, so it may not fit here.
  const isOpaque = type.spec['isOpaque'] === true || parentType?.spec['isOpaque'] === true
  if (isOpaque && !parentType?.contentMatch.matchType(type)) return false
  return isKnown(schema, child)
}

const areAttributesKnown = (schema: Schema, name: string, attributes: readonly string[]): boolean => {
  const known = schema.nodes[name]?.spec.attrs ?? {}
  return attributes.every((attribute) => Object.hasOwn(known, attribute))
}

type TextDelta = { insert?: unknown; attributes?: Record<string, unknown> }[]

const overlappingMarkName = /^(.*)--[a-zA-Z0-9+/=]{8}$/
const markName = (name: string): string => overlappingMarkName.exec(name)?.[1] ?? name
const attributeNames = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []

const areMarksKnown = (schema: Schema, marks: Record<string, unknown> = {}): boolean =>
  Object.entries(marks).every(([name, value]) => {
    if (name === 'ychange' || value === null) return true
    const known = schema.marks[markName(name)]?.spec
    return (
      known !== undefined && attributeNames(value).every((attribute) => Object.hasOwn(known.attrs ?? {}, attribute))
    )
  })

function collectUnknownParts(parent: YParent, parts: UnknownParts): void {
  for (const child of parent.toArray() as YChild[]) {
    if (child instanceof Y.XmlText) collectMarks(child, parts)
    else if (child instanceof Y.XmlElement) {
      collectNode(parent, child, parts)
      collectUnknownParts(child, parts)
    }
  }
}

function collectNode(parent: YParent, element: Y.XmlElement, { nodes, attributes }: UnknownParts): void {
  const names = Object.keys(element.getAttributes())
  const known = noteSchema.nodes[element.nodeName]
  if (known) return addUnknownAttributes(attributes, element.nodeName, names, known.spec.attrs)
  const parentType = parent instanceof Y.XmlElement ? noteSchema.nodes[parent.nodeName] : noteSchema.topNodeType
  const siblings = parent.toArray() as YChild[]
  const isInline = parentType ? parentType.inlineContent : siblings.some((sibling) => sibling instanceof Y.XmlText)
  const found = nodes.get(element.nodeName) ?? { isInline, attributes: new Set(), children: new Set() }
  for (const name of names) found.attributes.add(name)
  for (const child of element.toArray() as YChild[]) {
    if (child instanceof Y.XmlText) found.children.add('text')
    else if (child instanceof Y.XmlElement) found.children.add(child.nodeName)
  }
  nodes.set(element.nodeName, found)
}

function collectMarks(text: Y.XmlText, { marks, attributes }: UnknownParts): void {
  for (const { attributes: given = {} } of text.toDelta() as TextDelta) {
    for (const [written, value] of Object.entries(given)) {
      const name = markName(written)
      const known = noteSchema.marks[name]
      if (known) addUnknownAttributes(attributes, name, attributeNames(value), known.spec.attrs)
      else {
        const found = marks.get(name) ?? { attributes: new Set(), isOverlapping: written !== name }
        for (const attribute of attributeNames(value)) found.attributes.add(attribute)
        marks.set(name, found)
      }
    }
  }
}

function addUnknownAttributes(
  all: UnknownParts['attributes'],
  name: string,
  attributes: readonly string[],
  known: object = {},
): void {
  const missing = attributes.filter((attribute) => !Object.hasOwn(known, attribute))
  if (missing.length > 0) all.set(name, new Set([...(all.get(name) ?? []), ...missing]))
}

function createExtensions({ nodes, marks, attributes }: UnknownParts): AnyExtension[] {
  const unseen = (names: Iterable<string>) =>
    Object.fromEntries([...names].map((name) => [name, { default: null, rendered: false, parseHTML: () => null }]))
  return [
    ...[...nodes].map(([name, node]) =>
      Node.create({
        name,
        group: node.isInline ? 'inline' : 'block',
        inline: node.isInline,
        content: node.children.size > 0 ? `(${[...node.children].join('|')})*` : '',
        atom: true,
        isolating: true,
        extendNodeSchema: () => ({ isOpaque: true }),
        addAttributes: () => unseen(node.attributes),
        renderHTML: () => {
          const outside = [node.isInline ? 'span' : 'div', { 'data-unknown': name, contenteditable: 'false' }] as const
          return node.children.size > 0 ? [...outside, 0] : [...outside]
        },
      }),
    ),
    ...[...marks].map(([name, mark]) =>
      Mark.create({
        name,
        ...(mark.isOverlapping ? { excludes: '' } : {}),
        addAttributes: () => unseen(mark.attributes),
        renderHTML: () => ['span', 0],
      }),
    ),
    Extension.create({
      name: 'opaqueAttributes',
      addGlobalAttributes: () => [...attributes].map(([name, names]) => ({ types: [name], attributes: unseen(names) })),
    }),
  ]
}

const toNodeJson = (parent: YParent): NoteNode[] =>
  (parent.toArray() as YChild[]).flatMap((child): NoteNode[] => {
    if (child instanceof Y.XmlElement) {
      return [{ type: child.nodeName, attrs: child.getAttributes(), content: toNodeJson(child) }]
    }
    if (!(child instanceof Y.XmlText)) return []
    return (child.toDelta() as TextDelta).map(({ insert, attributes = {} }) => ({
      type: 'text',
      text: String(insert),
      marks: Object.entries(attributes).map(([name, attrs]) => ({ type: markName(name), attrs: asRecord(attrs) })),
    }))
  })

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
