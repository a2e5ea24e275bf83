/** When two trees of paragraphs are the same: by a hash across the network, by comparing within one program. */
import { sha256Hex } from '../article/sha256.ts'
import type { Paragraph, ParagraphTree } from './paragraph-tree.ts'
import { isSameMap } from './play-map.ts'

const hashes = new WeakMap<ParagraphTree, string>()

/** Tells whether two people started from the same paragraphs; the folds, which belong to nobody, do not count. */
export function paragraphsHash(tree: ParagraphTree): string {
  const known = hashes.get(tree)
  if (known !== undefined) return known
  const hash = sha256Hex(JSON.stringify(unfolded(tree).map(comparableParagraph)))
  hashes.set(tree, hash)
  return hash
}

const unfolded = (tree: ParagraphTree): Paragraph[] =>
  tree.map((paragraph) => ({ ...paragraph, isExpanded: true, items: unfolded(paragraph.items) }))

/** Equal exactly for equal paragraphs: databases give the fields of a value in an order of their own. */
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

/** The same as equal hashes, but quick: trees that a change made share what it left alone. */
export const isSameTree = (one: ParagraphTree, other: ParagraphTree): boolean =>
  one === other ||
  (one.length === other.length &&
    one.every((paragraph, index) => {
      const twin = other[index]
      return twin !== undefined && isSameParagraph(paragraph, twin)
    }))

const isSameParagraph = (one: Paragraph, other: Paragraph): boolean =>
  one === other ||
  (one.id === other.id &&
    one.title === other.title &&
    isSameTags(one.tags, other.tags) &&
    isSameMap(one.map, other.map) &&
    isSameTree(one.items, other.items))
