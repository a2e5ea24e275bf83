/**
 * Paragraphs as they travel: the tree with the times that follow from it written out, and each play map in its wire form.
 * What a client sends back is read by `paragraphsFromWire`: only ids, titles, tags, folds and play maps count, the derived
 * times are made anew.
 */
import * as z from 'zod'
import { text } from '../catalogue/wire.ts'
import { AppError } from '../error/app-error.ts'
import type { HashedParagraph } from '../article/article-hash.ts'
import { paragraphLimits } from './paragraph-limits.ts'
import { checkTree } from './paragraph-tree.rules.ts'
import { placesOf, type Paragraph, type ParagraphTree } from './paragraph-tree.ts'
import { durationOf, sourcesOf } from './play-map.ts'
import { fromWire, toWire } from './play-map-entries.ts'
import { longestDuration, mostPieces, playMapEntries, playMapEntry } from './play-map.wire.ts'

const own = {
  /** 16 random characters made by the client, unique within the article; `key` is the same value. */
  id: z.string(),
  key: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Of its own material, without sub-paragraphs. Milliseconds. */
  duration: z.number().int(),
  /** Where its own material starts in article time. Milliseconds. */
  position: z.number().int(),
  tags: z.array(z.string()),
  /** Ids of the recordings it plays, in the order of their first piece. */
  videos: z.array(z.string()),
  isExpanded: z.boolean(),
  pm: z.array(playMapEntry),
}

/** `items` of a sub-paragraph is always empty. */
export const subParagraphWire = z.object({ ...own, items: z.array(z.never()) })
export const paragraphWire = z.object({ ...own, items: z.array(subParagraphWire) })
export type ParagraphWire = z.infer<typeof paragraphWire>
type SubParagraphWire = z.infer<typeof subParagraphWire>

const paragraphId = z.string().regex(/^[A-Za-z0-9_-]{16}$/)

const ownInput = {
  id: paragraphId.optional(),
  key: paragraphId.optional(),
  title: text(paragraphLimits.title, 'Title is required'),
  duration: z.number().int().min(0).max(longestDuration),
  tags: z.array(text(paragraphLimits.tag)).max(paragraphLimits.tags).default([]),
  isExpanded: z.boolean().default(true),
  pm: playMapEntries,
}

/** What is not named here is ignored: clients send the whole article back. A third level is refused by its words. */
export const paragraphInput = z.object({
  ...ownInput,
  items: z
    .array(z.object({ ...ownInput, items: z.array(z.unknown()).max(1).default([]) }))
    .max(paragraphLimits.paragraphs)
    .default([]),
})
export const paragraphsInput = z.array(paragraphInput).max(paragraphLimits.paragraphs)
export type ParagraphsInput = z.output<typeof paragraphsInput>
type OwnInput = Pick<ParagraphsInput[number], keyof typeof ownInput>

/** Throws in the words of the rules where the tree breaks one of them. */
export function paragraphsFromWire(input: ParagraphsInput): ParagraphTree {
  const tree = input.map((given) => {
    if (given.items.some(({ items }) => items.length > 0)) throw new AppError('paragraph_levels')
    return { ...toParagraph(given), items: given.items.map((item) => ({ ...toParagraph(item), items: [] })) }
  })
  const places = placesOf(tree)
  const pieces = places.reduce((sum, { paragraph }) => sum + paragraph.map.length, 0)
  if (places.length > paragraphLimits.paragraphs || pieces > mostPieces * 5) throw new AppError('too_large')
  checkTree(tree)
  return tree
}

function toParagraph(given: OwnInput): Omit<Paragraph, 'items'> {
  const id = given.id ?? given.key
  const map = fromWire(given.pm, given.duration)
  if (id === undefined || map === null) {
    const field = id === undefined ? 'paragraphs.id' : 'paragraphs.pm'
    throw new AppError('invalid_input', { fields: [{ field, message: 'The paragraph is not whole' }] })
  }
  return { id, title: given.title.trim(), tags: given.tags, isExpanded: given.isExpanded, map }
}

/** `slugOf` gives the slug of a paragraph by its id. */
export function paragraphsToWire(tree: ParagraphTree, slugOf: (id: string) => string): ParagraphWire[] {
  const starts = new Map(placesOf(tree).map(({ paragraph, start }) => [paragraph.id, start]))
  const ownOf = (paragraph: Paragraph): Omit<SubParagraphWire, 'items'> => ({
    id: paragraph.id,
    key: paragraph.id,
    title: paragraph.title,
    slug: slugOf(paragraph.id),
    duration: durationOf(paragraph.map),
    position: starts.get(paragraph.id) ?? 0,
    tags: [...paragraph.tags],
    videos: sourcesOf(paragraph.map),
    isExpanded: paragraph.isExpanded,
    pm: toWire(paragraph.map),
  })
  return tree.map((paragraph) => ({
    ...ownOf(paragraph),
    items: paragraph.items.map((item) => ({ ...ownOf(item), items: [] })),
  }))
}

/** As the hash of an article counts them. */
export const hashedParagraphs = (tree: readonly Paragraph[]): HashedParagraph[] =>
  tree.map(({ id, title, map, items }) => ({ id, title, pieces: map, items: hashedParagraphs(items) }))
