// Which nodes and marks a client may add to a note, by the schema version that it declares. With the current one: those
// of the schema, and those of a newer one that the note already contains, because they can be moved. With a newer one:
// all with a valid name, since pages stay open when a server is rolled back.
import { isKnownMark, isKnownNode, NOTE_SCHEMA_VERSION } from '@knowreel/shared/note/note-document.ts'
import * as Y from 'yjs'

type Struct = Y.Item | Y.GC | Y.Skip

/** The binding of the editor writes marks that may overlap themselves as `name--hash`. */
const overlappingMark = /^(.*)--[a-zA-Z0-9+/=]{8}$/
/** Other names cannot be those of a schema, so no editor could open the note. */
const validName = /^[A-Za-z][\w-]{0,60}$/

export class KnownParts {
  readonly #document: Y.Doc
  /** Parts of newer versions that the note contains or contained. */
  readonly #newer = new Set<string>()

  constructor(document: Y.Doc) {
    this.#document = document
    this.#readDocument()
  }

  admits(structs: readonly Struct[], schemaVersion: number): boolean {
    const unknown = unknownParts(structs)
    if (unknown === null) return false
    if (schemaVersion <= NOTE_SCHEMA_VERSION) return this.#contains(unknown)
    for (const part of unknown) this.#newer.add(part)
    return true
  }

  #contains(parts: ReadonlySet<string>): boolean {
    const areKnown = () => [...parts].every((part) => this.#newer.has(part))
    if (areKnown()) return true
    // The server itself may have written some, for example with a restored version.
    this.#readDocument()
    return areKnown()
  }

  #readDocument(): void {
    for (const structs of this.#document.store.clients.values())
      for (const part of unknownParts(structs) ?? []) this.#newer.add(part)
  }
}

/** The nodes and marks that the schema lacks; null if one of them cannot be part of any note. */
function unknownParts(structs: readonly Struct[]): ReadonlySet<string> | null {
  const parts = new Set<string>()
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || struct.deleted) continue
    const { content } = struct
    if (content instanceof Y.ContentFormat) {
      const name = overlappingMark.exec(content.key)?.[1] ?? content.key
      if (isKnownMark(name)) continue
      if (!validName.test(name)) return null
      parts.add(`mark ${name}`)
    } else if (content instanceof Y.ContentType) {
      const { type } = content as { type: unknown }
      if (type instanceof Y.XmlText || (type instanceof Y.XmlElement && isKnownNode(type.nodeName))) continue
      if (!(type instanceof Y.XmlElement) || !validName.test(type.nodeName)) return null
      parts.add(`node ${type.nodeName}`)
    }
  }
  return parts
}
