/**
 * Operations on the paragraphs of an article, all pure. The editor applies them and shows their refusals; the server
 * checks the resulting tree with `validateTree`.
 */
import { normalizeTags } from '../../article/tags.rules.ts'
import { AppError } from '../../error/app-error.ts'
import { paragraphLimits } from './paragraph-limits.ts'
import {
  articleDuration,
  findParagraph,
  paragraphAt,
  positionsOf,
  type Paragraph,
  type ParagraphPosition,
  type ParagraphTree,
} from './paragraph-tree.ts'
import { concat, deleteRange, durationOf, insert, locate, slice, split, type Ms, type PlayMap } from '../play-map.ts'

/** Minimum length of a paragraph and a piece after any operation. In ms. */
export const minPartMs: Ms = 200
const maxStartDistance: Ms = 400

export type NewParagraph = Pick<Paragraph, 'id'> & Partial<Pick<Paragraph, 'title' | 'tags'>>

const paragraphTitle = /^Paragraph #(\d{1,9})$/

/** One above the highest number in use. */
export function nextParagraphTitle(tree: ParagraphTree): string {
  const numbers = positionsOf(tree).map(({ paragraph }) =>
    Number(paragraphTitle.exec(paragraph.title.trim())?.[1] ?? 0),
  )
  return `Paragraph #${Math.max(0, ...numbers) + 1}`
}

/** Minimum distance of a new paragraph's start from another one's. */
export const minStartDistance = (duration: Ms): Ms => Math.min(duration / 100, maxStartDistance)

/**
 * Splits at an article time: the rest of the paragraph there becomes the new paragraph. It goes beside that paragraph,
 * or first under it if it has sub-paragraphs, so that no time changes.
 */
export function insertParagraph(tree: ParagraphTree, time: Ms, added: NewParagraph): ParagraphTree {
  if (positionsOf(tree).length >= paragraphLimits.paragraphs) throw new AppError('too_many_paragraphs')
  const position = paragraphAt(tree, time)
  if (position === null || isTooClose(tree, time, position)) throw new AppError('paragraph_too_close')
  const { paragraph } = position
  const [left, right] = split(paragraph.map, snapCutTime(paragraph.map, time - position.start))
  if (durationOf(left) < minPartMs || durationOf(right) < minPartMs) throw new AppError('paragraph_too_close')
  const made = newParagraph(tree, added, right)
  const shortened = { ...paragraph, map: left }
  if (paragraph.items.length > 0) {
    return replace(tree, paragraph.id, [{ ...shortened, isExpanded: true, items: [made, ...paragraph.items] }])
  }
  return replace(tree, paragraph.id, [shortened, made])
}

const isTooClose = (tree: ParagraphTree, time: Ms, position: ParagraphPosition): boolean =>
  position.end - time < minPartMs ||
  positionsOf(tree).some(({ start }) => Math.abs(start - time) < minStartDistance(articleDuration(tree)))

const newParagraph = (tree: ParagraphTree, { id, title, tags }: NewParagraph, map: PlayMap): Paragraph => ({
  id,
  title: title?.trim() || nextParagraphTitle(tree),
  tags: tags ?? [],
  isExpanded: true,
  map,
  items: [],
})

/** Inserts material at an article time; an empty article gets its first paragraph. */
export function insertMaterial(tree: ParagraphTree, time: Ms, material: PlayMap, added: NewParagraph): ParagraphTree {
  const position = paragraphAt(tree, time)
  if (durationOf(material) < minPartMs) throw new AppError('paragraph_too_close')
  if (position === null) return [...tree, newParagraph(tree, added, material)]
  const { paragraph, start } = position
  const at = snapCutTime(paragraph.map, time - start)
  return replace(tree, paragraph.id, [{ ...paragraph, map: insert(paragraph.map, at, material) }])
}

/** Merges a paragraph into the one that is played before it. Tags beyond the limit are dropped: they could not be saved. */
export function mergeIntoPrevious(tree: ParagraphTree, id: string): ParagraphTree {
  const positions = positionsOf(tree)
  const at = positions.findIndex(({ paragraph }) => paragraph.id === id)
  const position = positions[at]
  const previous = positions[at - 1]
  if (position === undefined) throw new AppError('paragraph_move')
  if (previous === undefined || position.paragraph.items.length > 0) throw new AppError('paragraph_merge_first')
  const { paragraph: target } = previous
  const joined = concat(target.map, position.paragraph.map)
  const tags = [...new Set([...target.tags, ...position.paragraph.tags])].slice(0, paragraphLimits.tags)
  const rest = replace(tree, id, [])
  // The removal may have changed its sub-paragraphs.
  const present = findParagraph(rest, target.id)?.paragraph ?? target
  return replace(rest, target.id, [{ ...present, map: joined, tags }])
}

/** Moves a paragraph with its sub-paragraphs; `index` counts the siblings without the moved one. */
export function moveParagraph(
  tree: ParagraphTree,
  id: string,
  target: { readonly parentId: string | null; readonly index: number },
): ParagraphTree {
  const moved = findParagraph(tree, id)?.paragraph
  if (moved === undefined || target.parentId === id) throw new AppError('paragraph_move')
  if (target.parentId !== null) {
    const parent = findParagraph(tree, target.parentId)
    if (parent === null) throw new AppError('paragraph_move')
    if (parent.parentId !== null || moved.items.length > 0) throw new AppError('paragraph_levels')
  }
  const rest = replace(tree, id, [])
  if (target.parentId === null) return rest.toSpliced(clampIndex(rest, target.index), 0, moved)
  const parent = findParagraph(rest, target.parentId)?.paragraph
  if (parent === undefined) throw new AppError('paragraph_move')
  const items = parent.items.toSpliced(clampIndex(parent.items, target.index), 0, moved)
  return replace(rest, parent.id, [{ ...parent, isExpanded: true, items }])
}

const clampIndex = (list: readonly unknown[], index: number): number => Math.min(list.length, Math.max(0, index))

/** Moves the boundary between a paragraph and the one played before it, as far as both keep the minimum length. */
export function moveStart(tree: ParagraphTree, id: string, time: Ms): ParagraphTree {
  const positions = positionsOf(tree)
  const at = positions.findIndex(({ paragraph }) => paragraph.id === id)
  const position = positions[at]
  const previous = positions[at - 1]
  if (position === undefined || previous === undefined) throw new AppError('paragraph_move')
  const both = concat(previous.paragraph.map, position.paragraph.map)
  const latest = durationOf(both) - minPartMs
  if (latest < minPartMs) throw new AppError('paragraph_move')
  const wanted = Math.min(latest, Math.max(minPartMs, time - previous.start))
  const border = snapCutTime(both, wanted)
  const [left, right] = split(both, border < minPartMs || border > latest ? wanted : border)
  return replaceMaps(
    tree,
    new Map([
      [previous.paragraph.id, left],
      [id, right],
    ]),
  )
}

/**
 * Removes `[from, to)` of article time from every paragraph. Remaining fragments that are too short are removed too, as
 * are paragraphs that lose all their material, unless they have sub-paragraphs.
 */
export function removeRange(tree: ParagraphTree, from: Ms, to: Ms): ParagraphTree {
  const cut = new Map<string, PlayMap>()
  const emptied = new Set<string>()
  for (const { paragraph, start, end } of positionsOf(tree)) {
    if (end <= from || start >= to) continue
    const first = snapCutOutward(paragraph.map, from - start, 'before')
    const last = snapCutOutward(paragraph.map, to - start, 'after')
    const map = deleteRange(paragraph.map, first, last)
    cut.set(paragraph.id, map)
    if (map.length === 0) emptied.add(paragraph.id)
  }
  return prune(replaceMaps(tree, cut), emptied)
}

function prune(tree: ParagraphTree, emptied: ReadonlySet<string>): ParagraphTree {
  return tree.flatMap((paragraph) => {
    const items = paragraph.items.filter(({ id }) => !emptied.has(id))
    if (items.length === 0 && emptied.has(paragraph.id)) return []
    return [items.length === paragraph.items.length ? paragraph : { ...paragraph, items }]
  })
}

/** With its sub-paragraphs. */
export function removeParagraph(tree: ParagraphTree, id: string): ParagraphTree {
  if (findParagraph(tree, id) === null) throw new AppError('paragraph_move')
  return replace(tree, id, [])
}

export function renameParagraph(tree: ParagraphTree, id: string, title: string): ParagraphTree {
  const trimmed = title.trim()
  if (trimmed === '') throw new AppError('paragraph_title_empty')
  const paragraph = findParagraph(tree, id)?.paragraph
  if (paragraph === undefined) throw new AppError('paragraph_move')
  return replace(tree, id, [{ ...paragraph, title: trimmed }])
}

/** Sets the tags; surrounding spaces and duplicates are dropped. */
export function setParagraphTags(tree: ParagraphTree, id: string, tags: readonly string[]): ParagraphTree {
  const paragraph = findParagraph(tree, id)?.paragraph
  if (paragraph === undefined) throw new AppError('paragraph_move')
  return replace(tree, id, [{ ...paragraph, tags: normalizeTags(tags) }])
}

/** The initial trim range: a tenth of the article from the playhead, limited to the article. */
export function initialTrimRange(tree: ParagraphTree, time: Ms): { readonly from: Ms; readonly to: Ms } {
  const duration = articleDuration(tree)
  const from = Math.min(duration, Math.max(0, Math.round(time)))
  return { from, to: Math.min(duration, from + Math.round(duration / 10)) }
}

/**
 * The nearest time where a cut leaves no piece too short: the time itself, or the boundary of the piece it is too close
 * to.
 */
function snapCutTime(map: PlayMap, time: Ms): Ms {
  const found = locate(map, time)
  if (found === null) return 0
  const { start, piece } = found
  const end = start + piece.dur
  const at = Math.min(end, Math.max(start, Math.round(time)))
  if (at - start < minPartMs || end - at < minPartMs) return at - start <= end - at ? start : end
  return at
}

/** Snaps the edge of a cut outward: it removes more instead of leaving a fragment. */
function snapCutOutward(map: PlayMap, time: Ms, side: 'before' | 'after'): Ms {
  if (time <= 0 || time >= durationOf(map)) return time
  const found = locate(map, time, side)
  if (found === null) return time
  const { start, piece } = found
  const end = start + piece.dur
  if (side === 'before') return time - start < minPartMs ? start : time
  return end - time < minPartMs ? end : time
}

/** Replaces one paragraph of either level by others, or by none. */
const replace = (tree: ParagraphTree, id: string, by: readonly Paragraph[]): ParagraphTree =>
  tree.flatMap((paragraph) => {
    if (paragraph.id === id) return by
    if (!paragraph.items.some((item) => item.id === id)) return [paragraph]
    return [{ ...paragraph, items: paragraph.items.flatMap((item) => (item.id === id ? by : [item])) }]
  })

const replaceMaps = (tree: ParagraphTree, maps: ReadonlyMap<string, PlayMap>): ParagraphTree =>
  tree.map((paragraph) => ({
    ...paragraph,
    map: maps.get(paragraph.id) ?? paragraph.map,
    items: replaceMapsOfItems(paragraph.items, maps),
  }))

const replaceMapsOfItems = (items: readonly Paragraph[], maps: ReadonlyMap<string, PlayMap>): readonly Paragraph[] =>
  items.some(({ id }) => maps.has(id)) ? items.map((item) => ({ ...item, map: maps.get(item.id) ?? item.map })) : items

/** Throws if a client's tree breaks a rule. */
export function validateTree(tree: ParagraphTree): void {
  const ids = new Set<string>()
  for (const { paragraph, parentId } of positionsOf(tree)) {
    if (paragraph.title.trim() === '') throw new AppError('paragraph_title_empty')
    if (ids.has(paragraph.id)) throw new AppError('paragraph_move')
    if (parentId !== null && paragraph.items.length > 0) throw new AppError('paragraph_levels')
    ids.add(paragraph.id)
  }
}

/** The material of a range of the article, for a preview or a copy. */
export const sliceArticle = (tree: ParagraphTree, from: Ms, to: Ms): PlayMap =>
  concat(...positionsOf(tree).map(({ paragraph, start }) => slice(paragraph.map, from - start, to - start)))
