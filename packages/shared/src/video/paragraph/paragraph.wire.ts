import * as z from 'zod'
import { type PlayMapEntry, playMapFromWire, playMapToWire } from '../play-map-entries.ts'
import { singleLine } from '../../catalogue/wire.ts'
import { errorCodes } from '../../error/error-codes.ts'
import { AppError } from '../../error/app-error.ts'
import { paragraphLimits } from './paragraph-limits.ts'
import { validateTree } from './paragraph-tree.rules.ts'
import { positionsOf, type Paragraph, type ParagraphTree } from './paragraph-tree.ts'
import { durationOf, videoIdsOf } from '../play-map.ts'

/** A recording has at most 8 hours, and an article may contain several. */
const maxDurationMs = 7 * 24 * 3_600_000
const time = z.number().int().min(0).max(maxDurationMs)

const playMapEntry = z.object({
  totalTime: time,
  videoTime: time,
  videoId: z.string().min(1).max(64),
}) satisfies z.ZodType<PlayMapEntry>

const maxPieces = 2000
const playMapEntries = z.array(playMapEntry).max(maxPieces)

/**
 * Wire format of paragraphs: the tree with its derived times, and each play map in its wire form. `paragraphsFromWire`
 * reads only ids, titles, tags, folding and play maps from clients and derives the times again.
 */
const ownFields = {
  /** 16 random characters created by the client, unique within the article; `key` has the same value. */
  id: z.string(),
  key: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Duration of its own material, without sub-paragraphs, in milliseconds. */
  duration: z.number().int(),
  /** Start of its own material in article time. Milliseconds. */
  position: z.number().int(),
  tags: z.array(z.string()),
  /** Ids of the recordings it plays, in the order of their first piece. */
  videos: z.array(z.string()),
  isExpanded: z.boolean(),
  pm: z.array(playMapEntry),
}

/** `items` of a sub-paragraph is always empty. */
export const subParagraphWire = z.object({ ...ownFields, items: z.array(z.never()) })
export const paragraphWire = z.object({ ...ownFields, items: z.array(subParagraphWire) })
export type ParagraphWire = z.infer<typeof paragraphWire>
type SubParagraphWire = z.infer<typeof subParagraphWire>

const paragraphId = z.string().regex(/^[A-Za-z0-9_-]{16}$/)

const ownInputFields = {
  id: paragraphId.optional(),
  key: paragraphId.optional(),
  title: singleLine(paragraphLimits.title, 'Title is required'),
  duration: z.number().int().min(0).max(maxDurationMs),
  tags: z.array(singleLine(paragraphLimits.tag)).max(paragraphLimits.tags).default([]),
  isExpanded: z.boolean().default(true),
  pm: playMapEntries,
}

/**
 * Unknown fields are ignored, because clients send the whole article back. A third level is refused with the rule's
 * message.
 */
export const paragraphInput = z.object({
  ...ownInputFields,
  items: z
    .array(z.object({ ...ownInputFields, items: z.array(z.unknown()).max(1).default([]) }))
    .max(paragraphLimits.paragraphs, errorCodes.too_many_paragraphs.message)
    .default([]),
})
export const paragraphsInput = z
  .array(paragraphInput)
  .max(paragraphLimits.paragraphs, errorCodes.too_many_paragraphs.message)
export type ParagraphsInput = z.output<typeof paragraphsInput>
type OwnInput = Pick<ParagraphsInput[number], keyof typeof ownInputFields>

/** Throws the rule's error if the tree breaks one. */
export function paragraphsFromWire(input: ParagraphsInput): ParagraphTree {
  const tree = input.map((given) => {
    if (given.items.some(({ items }) => items.length > 0)) throw new AppError('paragraph_levels')
    return { ...toParagraph(given), items: given.items.map((item) => ({ ...toParagraph(item), items: [] })) }
  })
  const positions = positionsOf(tree)
  const pieces = positions.reduce((sum, { paragraph }) => sum + paragraph.map.length, 0)
  if (positions.length > paragraphLimits.paragraphs) throw new AppError('too_many_paragraphs')
  if (pieces > maxPieces * 5) throw new AppError('too_large')
  validateTree(tree)
  return tree
}

function toParagraph(given: OwnInput): Omit<Paragraph, 'items'> {
  const id = given.id ?? given.key
  const map = playMapFromWire(given.pm, given.duration)
  if (id === undefined || map === null) {
    const field = id === undefined ? 'paragraphs.id' : 'paragraphs.pm'
    throw new AppError('invalid_input', { fields: [{ field, message: 'The paragraph is not whole' }] })
  }
  return { id, title: given.title.trim(), tags: given.tags, isExpanded: given.isExpanded, map }
}

/** `slugOf` gives the slug of a paragraph by its id. */
export function paragraphsToWire(tree: ParagraphTree, slugOf: (id: string) => string): ParagraphWire[] {
  const starts = new Map(positionsOf(tree).map(({ paragraph, start }) => [paragraph.id, start]))
  const ownOf = (paragraph: Paragraph): Omit<SubParagraphWire, 'items'> => ({
    id: paragraph.id,
    key: paragraph.id,
    title: paragraph.title,
    slug: slugOf(paragraph.id),
    duration: durationOf(paragraph.map),
    position: starts.get(paragraph.id) ?? 0,
    tags: [...paragraph.tags],
    videos: videoIdsOf(paragraph.map),
    isExpanded: paragraph.isExpanded,
    pm: playMapToWire(paragraph.map),
  })
  return tree.map((paragraph) => ({
    ...ownOf(paragraph),
    items: paragraph.items.map((item) => ({ ...ownOf(item), items: [] })),
  }))
}
