// Node size and bytes do not cover everything in a hostile update. These bounds prevent small updates that are
// expensive for every reader: deeply nested elements, which readers traverse recursively; a long mark value on text cut
// into thousands of runs, since each run repeats it; many marks, for the same reason; and cells that span millions of
// columns. A decoded update is checked before it is applied.
import { NOTE_MAX_DEPTH } from '@knowreel/shared/note/note-document.ts'
import * as Y from 'yjs'

export const updateBounds = {
  /** UTF-16 units of the strings in an attribute; links may be long. */
  attributeLength: 10_000,
  /** UTF-16 units of the values of marks. */
  markLength: 4_000,
  /** For names of nodes, marks and attributes. */
  nameLength: 100,
  /** Different marks in one note, including those of newer versions. */
  markNames: 30,
  /** Columns or rows of one cell. */
  span: 100,
} as const

type Struct = Y.Item | Y.GC | Y.Skip
/** Content type numbers of encoded updates. */
const contentKind = { json: 2, binary: 3, embed: 5, format: 6, type: 7, any: 8, document: 9 } as const

export class UpdateBounds {
  readonly #document: Y.Doc
  readonly #markNames = new Set<string>()

  constructor(document: Y.Doc) {
    this.#document = document
  }

  admits(structs: readonly Struct[]): boolean {
    const items = structs.filter((struct) => struct instanceof Y.Item)
    return items.every((item) => this.#isReasonable(item)) && isShallow(items, this.#document)
  }

  #isReasonable({ content, parentSub }: Y.Item): boolean {
    if (parentSub !== null && parentSub.length > updateBounds.nameLength) return false
    switch (content.getRef()) {
      case contentKind.json:
      case contentKind.embed:
        return lengthOf(content.getContent(), updateBounds.markLength) <= updateBounds.markLength
      case contentKind.any:
        return isAttribute(parentSub, content.getContent())
      case contentKind.format:
        return this.#isMark(content as Y.ContentFormat)
      case contentKind.type: {
        const { type } = content as Y.ContentType
        return !(type instanceof Y.XmlElement) || type.nodeName.length <= updateBounds.nameLength
      }
      case contentKind.binary:
      case contentKind.document:
        return false
      default:
        return true
    }
  }

  #isMark({ key, value }: Y.ContentFormat): boolean {
    this.#markNames.add(key)
    return (
      key.length <= updateBounds.nameLength &&
      this.#markNames.size <= updateBounds.markNames &&
      lengthOf(value, updateBounds.markLength) <= updateBounds.markLength
    )
  }
}

const spans: ReadonlySet<string | null> = new Set(['colspan', 'rowspan'])

function isAttribute(name: string | null, values: readonly unknown[]): boolean {
  const most = updateBounds.attributeLength
  if (!values.every((value) => lengthOf(value, most) <= most)) return false
  return !spans.has(name) || values.every((value) => typeof value !== 'number' || value <= updateBounds.span)
}

/** The length of all strings in a value, plus a fixed amount per part; stops counting at `most`. */
function lengthOf(value: unknown, most: number): number {
  let length = 0
  const open: unknown[] = [value]
  while (open.length > 0 && length <= most) {
    const part = open.pop()
    length += typeof part === 'string' ? part.length : 1
    if (typeof part !== 'object' || part === null) continue
    if (part instanceof Uint8Array) length += part.length
    else if (Array.isArray(part)) open.push(...part.slice(0, most))
    else for (const [name, inner] of Object.entries(part).slice(0, most)) open.push(name, inner)
  }
  return length
}

// --- depth ----------------------------------------------------------------------------------------------------------

type Link = { readonly item: Y.Item; readonly isInside: boolean }

/**
 * Whether no element would be deeper than notes allow. Elements that wait for other updates are counted from where they
 * are attached.
 */
function isShallow(items: readonly Y.Item[], document: Y.Doc): boolean {
  if (!items.some(({ content }) => content.getRef() === contentKind.type)) return true
  const byClient = Map.groupBy(items, ({ id }) => id.client)
  const depths = new Map<Y.Item, number>()
  const find = (id: Y.ID): Y.Item | null => findIn(byClient.get(id.client) ?? [], id.clock) ?? findStored(document, id)

  return items.every((item) => {
    if (item.content.getRef() !== contentKind.type) return true
    const links: Link[] = []
    let depth = 0
    for (let current: Y.Item | null = item; current;) {
      const known = depths.get(current) ?? storedDepth(current)
      if (known !== null) {
        depth = known
        break
      }
      const next: Link | null = linkOf(current, find)
      links.push({ item: current, isInside: next?.isInside ?? true })
      current = next?.item ?? null
      // Only forged items can form a cycle.
      if (links.length > items.length) return false
    }
    for (const link of links.toReversed()) {
      if (link.isInside) depth += 1
      depths.set(link.item, depth)
    }
    // One more than a note's elements: the text in the deepest of them.
    return depth <= NOTE_MAX_DEPTH + 1
  })
}

/** The structure that an item of an update is attached to: its parent, or a neighbour in the same parent. */
function linkOf(item: Y.Item, find: (id: Y.ID) => Y.Item | null): Link | null {
  const parent: unknown = item.parent
  if (parent instanceof Y.ID) {
    const above = find(parent)
    return above && { item: above, isInside: true }
  }
  const neighbour = (item.origin && find(item.origin)) ?? (item.rightOrigin && find(item.rightOrigin))
  return neighbour && parent === null ? { item: neighbour, isInside: false } : null
}

function findIn(items: readonly Y.Item[], clock: number): Y.Item | null {
  let [low, high] = [0, items.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (!item) return null
    if (clock < item.id.clock) high = middle - 1
    else if (clock >= item.id.clock + item.length) low = middle + 1
    else return item
  }
  return null
}

function findStored(document: Y.Doc, id: Y.ID): Y.Item | null {
  if (Y.getState(document.store, id.client) <= id.clock) return null
  const found = Y.getItem(document.store, id)
  return found instanceof Y.Item ? found : null
}

/** The depth of an item that is part of the document; null for one of an update. */
function storedDepth(item: Y.Item): number | null {
  if (!(item.parent instanceof Y.AbstractType)) return null
  let depth = 0
  for (let above: Y.AbstractType<unknown> | null = item.parent; above; above = above.parent) depth += 1
  return depth
}
