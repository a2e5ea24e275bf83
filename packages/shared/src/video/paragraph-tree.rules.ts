/**
 * What may be done to the paragraphs of an article. The same rules on both sides: the screen offers what they allow, and the
 * server refuses the rest with the same words. Nothing here changes what it is given.
 */
import { cleanTags } from '../article/tags.rules.ts'
import { AppError } from '../error/app-error.ts'
import {
  articleDuration,
  findParagraph,
  paragraphAt,
  placesOf,
  type Paragraph,
  type ParagraphPlace,
  type ParagraphTree,
} from './paragraph-tree.ts'
import { concat, deleteRange, durationOf, insert, locate, slice, split, type Ms, type PlayMap } from './play-map.ts'

/** No paragraph and no piece becomes shorter, by whatever is done to it. In ms. */
export const shortestPart: Ms = 200
const widestProximity: Ms = 400

export type NewParagraph = Pick<Paragraph, 'id'> & Partial<Pick<Paragraph, 'title' | 'tags'>>

const paragraphTitle = /^Paragraph #(\d{1,9})$/

/** One above the highest number in use. */
export function nextParagraphTitle(tree: ParagraphTree): string {
  const numbers = placesOf(tree).map(({ paragraph }) => Number(paragraphTitle.exec(paragraph.title.trim())?.[1] ?? 0))
  return `Paragraph #${Math.max(0, ...numbers) + 1}`
}

/** A new paragraph may not begin nearer than this to the beginning of another one. */
export const insertProximity = (duration: Ms): Ms => Math.min(duration / 100, widestProximity)

/**
 * Begins a new paragraph at an article time: what the paragraph there still had to play becomes its material. It stands
 * beside that paragraph, or is the first under it where there are others already, so that nothing changes its time.
 */
export function insertParagraph(tree: ParagraphTree, time: Ms, added: NewParagraph): ParagraphTree {
  const place = paragraphAt(tree, time)
  if (place === null || isTooClose(tree, time, place)) throw new AppError('paragraph_too_close')
  const { paragraph } = place
  const [left, right] = split(paragraph.map, awayFromBorders(paragraph.map, time - place.start))
  if (durationOf(left) < shortestPart || durationOf(right) < shortestPart) throw new AppError('paragraph_too_close')
  const made = newParagraph(tree, added, right)
  const shortened = { ...paragraph, map: left }
  if (paragraph.items.length > 0) {
    return replace(tree, paragraph.id, [{ ...shortened, isExpanded: true, items: [made, ...paragraph.items] }])
  }
  return replace(tree, paragraph.id, [shortened, made])
}

const isTooClose = (tree: ParagraphTree, time: Ms, place: ParagraphPlace): boolean =>
  place.end - time < shortestPart ||
  placesOf(tree).some(({ start }) => Math.abs(start - time) < insertProximity(articleDuration(tree)))

const newParagraph = (tree: ParagraphTree, { id, title, tags }: NewParagraph, map: PlayMap): Paragraph => ({
  id,
  title: title?.trim() || nextParagraphTitle(tree),
  tags: tags ?? [],
  isExpanded: true,
  map,
  items: [],
})

/** Puts other material in at an article time; an article without any gets its first paragraph. */
export function insertMaterial(tree: ParagraphTree, time: Ms, material: PlayMap, added: NewParagraph): ParagraphTree {
  const place = paragraphAt(tree, time)
  if (durationOf(material) < shortestPart) throw new AppError('paragraph_too_close')
  if (place === null) return [...tree, newParagraph(tree, added, material)]
  const { paragraph, start } = place
  const at = awayFromBorders(paragraph.map, time - start)
  return replace(tree, paragraph.id, [{ ...paragraph, map: insert(paragraph.map, at, material) }])
}

/** Joins a paragraph to the one that is played before it. */
export function mergeIntoPrevious(tree: ParagraphTree, id: string): ParagraphTree {
  const places = placesOf(tree)
  const at = places.findIndex(({ paragraph }) => paragraph.id === id)
  const place = places[at]
  const previous = places[at - 1]
  if (place === undefined) throw new AppError('paragraph_move')
  if (previous === undefined || place.paragraph.items.length > 0) throw new AppError('paragraph_merge_first')
  const { paragraph: target } = previous
  const joined = concat(target.map, place.paragraph.map)
  const tags = [...new Set([...target.tags, ...place.paragraph.tags])]
  const rest = replace(tree, id, [])
  // Its sub-paragraphs may have changed by the removal.
  const present = findParagraph(rest, target.id)?.paragraph ?? target
  return replace(rest, target.id, [{ ...present, map: joined, tags }])
}

/** Moves a paragraph with all under it; `index` counts the siblings without the moved one. */
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

/** Moves the border between a paragraph and the one played before it; as far as both keep the shortest part. */
export function moveStart(tree: ParagraphTree, id: string, time: Ms): ParagraphTree {
  const places = placesOf(tree)
  const at = places.findIndex(({ paragraph }) => paragraph.id === id)
  const place = places[at]
  const previous = places[at - 1]
  if (place === undefined || previous === undefined) throw new AppError('paragraph_move')
  const both = concat(previous.paragraph.map, place.paragraph.map)
  const latest = durationOf(both) - shortestPart
  if (latest < shortestPart) throw new AppError('paragraph_move')
  const wanted = Math.min(latest, Math.max(shortestPart, time - previous.start))
  const border = awayFromBorders(both, wanted)
  const [left, right] = split(both, border < shortestPart || border > latest ? wanted : border)
  return replaceMaps(
    tree,
    new Map([
      [previous.paragraph.id, left],
      [id, right],
    ]),
  )
}

/**
 * Takes `[from, to)` of article time out of every paragraph. What would remain of a piece and be too short goes with it;
 * paragraphs that lose all their material go, unless others stand under them.
 */
export function cutRange(tree: ParagraphTree, from: Ms, to: Ms): ParagraphTree {
  const cut = new Map<string, PlayMap>()
  const emptied = new Set<string>()
  for (const { paragraph, start, end } of placesOf(tree)) {
    if (end <= from || start >= to) continue
    const first = outward(paragraph.map, from - start, 'before')
    const last = outward(paragraph.map, to - start, 'after')
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

/** With all under it. */
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

/** The tags as they are wanted; spaces around them and repeated ones do not count. */
export function tagParagraph(tree: ParagraphTree, id: string, tags: readonly string[]): ParagraphTree {
  const paragraph = findParagraph(tree, id)?.paragraph
  if (paragraph === undefined) throw new AppError('paragraph_move')
  return replace(tree, id, [{ ...paragraph, tags: cleanTags(tags) }])
}

/** The range trim mode begins with: from the play head on, a tenth of the article, within its ends. */
export function trimRangeAt(tree: ParagraphTree, time: Ms): { readonly from: Ms; readonly to: Ms } {
  const duration = articleDuration(tree)
  const from = Math.min(duration, Math.max(0, Math.round(time)))
  return { from, to: Math.min(duration, from + Math.round(duration / 10)) }
}

/** The nearest time at which a cut leaves no piece shorter than allowed: itself, or the border of the piece it is too near to. */
function awayFromBorders(map: PlayMap, time: Ms): Ms {
  const found = locate(map, time)
  if (found === null) return 0
  const { start, piece } = found
  const end = start + piece.dur
  const at = Math.min(end, Math.max(start, Math.round(time)))
  if (at - start < shortestPart || end - at < shortestPart) return at - start <= end - at ? start : end
  return at
}

/** The same for the end of a cut, which rather takes more than leaves a splinter. */
function outward(map: PlayMap, time: Ms, side: 'before' | 'after'): Ms {
  if (time <= 0 || time >= durationOf(map)) return time
  const found = locate(map, time, side)
  if (found === null) return time
  const { start, piece } = found
  const end = start + piece.dur
  if (side === 'before') return time - start < shortestPart ? start : time
  return end - time < shortestPart ? end : time
}

/** Puts others, or none, in the place of one paragraph; a paragraph of the second level is looked for, too. */
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

/** Whether what a client sent keeps the rules; gives the words for what does not. */
export function checkTree(tree: ParagraphTree): void {
  const ids = new Set<string>()
  for (const { paragraph, parentId } of placesOf(tree)) {
    if (paragraph.title.trim() === '') throw new AppError('paragraph_title_empty')
    if (ids.has(paragraph.id)) throw new AppError('paragraph_move')
    if (parentId !== null && paragraph.items.length > 0) throw new AppError('paragraph_levels')
    ids.add(paragraph.id)
  }
}

/** What a range of the article plays, for a preview or a copy. */
export const sliceArticle = (tree: ParagraphTree, from: Ms, to: Ms): PlayMap =>
  concat(...placesOf(tree).map(({ paragraph, start }) => slice(paragraph.map, from - start, to - start)))
