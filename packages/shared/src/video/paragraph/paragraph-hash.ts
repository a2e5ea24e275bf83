/** Whether two trees of paragraphs are equal: by their hash across the network, by comparison within one program. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Paragraph, ParagraphTree } from './paragraph-tree.ts'
import { isSameMap } from '../play-map.ts'

const hashes = new WeakMap<ParagraphTree, string>()

/**
 * SHA-256 in hexadecimal, ignoring folding. Not `crypto.subtle`: browsers offer it only over https, and an office may
 * use plain http.
 */
export function paragraphsHash(tree: ParagraphTree): string {
  const known = hashes.get(tree)
  if (known !== undefined) return known
  const hash = bytesToHex(sha256(utf8ToBytes(JSON.stringify(expandAll(tree).map(comparableParagraph)))))
  hashes.set(tree, hash)
  return hash
}

const expandAll = (tree: ParagraphTree): Paragraph[] =>
  tree.map((paragraph) => ({ ...paragraph, isExpanded: true, items: expandAll(paragraph.items) }))

/** Equal for equal paragraphs only: a database returns the fields of a value in its own order. */
export const comparableParagraph = ({ id, title, tags, isExpanded, map, items }: Paragraph): unknown => [
  id,
  title,
  tags,
  isExpanded,
  map.map((piece) => [piece.videoId, piece.in, piece.dur]),
  items.map(comparableParagraph),
]

export const isSameTags = (one: readonly string[], other: readonly string[]): boolean =>
  one === other || (one.length === other.length && one.every((tag, index) => tag === other[index]))

/** Equivalent to comparing hashes but fast: a changed tree shares its unchanged parts with the previous one. */
export const isSameTree = (one: ParagraphTree, other: ParagraphTree): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every((paragraph, index) => {
      const counterpart = other[index]
      return counterpart !== undefined && isSameParagraph(paragraph, counterpart)
    }))

const isSameParagraph = (one: Paragraph, other: Paragraph): boolean =>
  one === other ||
  (one.id === other.id &&
    one.title === other.title &&
    isSameTags(one.tags, other.tags) &&
    isSameMap(one.map, other.map) &&
    isSameTree(one.items, other.items))
