/**
 * The paragraphs of a video article: a tree of two levels, in which every paragraph has its own play map. Article time
 * is the pre-order walk of that tree and derived, never stored: a change at the front touches one paragraph, and people
 * who edit different ones do not conflict.
 */
import { concat, durationOf, locate, occurrences, type Ms, type PlayMap } from '../play-map.ts'

export type Paragraph = {
  readonly id: string
  readonly title: string
  readonly tags: readonly string[]
  readonly isExpanded: boolean
  readonly map: PlayMap
  /** Sub-paragraphs; a sub-paragraph has none. */
  readonly items: readonly Paragraph[]
}

export type ParagraphTree = readonly Paragraph[]

/** Position of a paragraph: its parent, its index among siblings, and its own material in article time. */
export type ParagraphPosition = {
  readonly paragraph: Paragraph
  readonly parentId: string | null
  readonly index: number
  readonly start: Ms
  /** End of its own material, where its sub-paragraphs start. */
  readonly end: Ms
}

const positionsCache = new WeakMap<ParagraphTree, readonly ParagraphPosition[]>()

/** Every paragraph in playing order. */
export function positionsOf(tree: ParagraphTree): readonly ParagraphPosition[] {
  const known = positionsCache.get(tree)
  if (known !== undefined) return known
  const positions: ParagraphPosition[] = []
  let start = 0
  const add = (paragraph: Paragraph, parentId: string | null, index: number) => {
    const end = start + durationOf(paragraph.map)
    positions.push({ paragraph, parentId, index, start, end })
    start = end
    paragraph.items.forEach((item, itemIndex) => add(item, paragraph.id, itemIndex))
  }
  tree.forEach((paragraph, index) => add(paragraph, null, index))
  positionsCache.set(tree, positions)
  return positions
}

export const articleDuration = (tree: ParagraphTree): Ms => positionsOf(tree).at(-1)?.end ?? 0

/** The whole article as one play map. */
export const articleMap = (tree: ParagraphTree): PlayMap =>
  concat(...positionsOf(tree).map(({ paragraph }) => paragraph.map))

export const findParagraph = (tree: ParagraphTree, id: string): ParagraphPosition | null =>
  positionsOf(tree).find(({ paragraph }) => paragraph.id === id) ?? null

/** The time range of a paragraph with its sub-paragraphs. */
export function rangeOf(tree: ParagraphTree, id: string): { readonly start: Ms; readonly end: Ms } {
  const own = positionsOf(tree).filter(({ paragraph, parentId }) => paragraph.id === id || parentId === id)
  return { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 }
}

/**
 * The paragraph played at an article time. At a boundary it is the one that starts; paragraphs without material never
 * match.
 */
export function paragraphAt(tree: ParagraphTree, time: Ms): ParagraphPosition | null {
  const filled = positionsOf(tree).filter(({ start, end }) => end > start)
  const found = filled.findLast(({ start }) => start <= Math.max(0, time))
  return found ?? null
}

/** The anchor of a comment or reaction: a moment of a recording, so that it moves with its material. */
export type Anchor = {
  readonly paragraphId: string
  readonly videoId: string
  readonly videoTime: Ms
  /** Original time in the paragraph; decides between several occurrences. */
  readonly time: Ms
}

/** The anchor of an article time; null for an article without material. */
export function anchorAt(tree: ParagraphTree, time: Ms): Anchor | null {
  const position = paragraphAt(tree, time)
  if (position === null) return null
  const own = Math.min(Math.max(0, time), position.end - 1) - position.start
  const found = locate(position.paragraph.map, own)
  if (found === null) return null
  return { paragraphId: position.paragraph.id, videoId: found.piece.videoId, videoTime: found.videoTime, time: own }
}

/**
 * The article time of an anchor: in its own paragraph at the occurrence nearest to the original time, otherwise in the
 * first paragraph that plays the moment; null if the material was removed.
 */
export function resolveAnchor(tree: ParagraphTree, anchor: Anchor): Ms | null {
  const own = findParagraph(tree, anchor.paragraphId)
  const inOwn = own === null ? [] : occurrences(own.paragraph.map, anchor.videoId, anchor.videoTime)
  if (own !== null && inOwn.length > 0) {
    const distance = (time: Ms) => Math.abs(time - anchor.time)
    return own.start + inOwn.reduce((best, time) => (distance(time) < distance(best) ? time : best))
  }
  for (const { paragraph, start } of positionsOf(tree)) {
    const [time] = occurrences(paragraph.map, anchor.videoId, anchor.videoTime)
    if (time !== undefined) return start + time
  }
  return null
}
