/** Proposed paragraphs: what a proposal is, which are usable, and how one becomes a paragraph. Pure. */
import * as z from 'zod'
import { AppError } from '../error/app-error.ts'
import { paragraphLimits } from '../video/paragraph/paragraph-limits.ts'
import {
  articleDuration,
  findParagraph,
  positionsOf,
  type Paragraph,
  type ParagraphPosition,
  type ParagraphTree,
} from '../video/paragraph/paragraph-tree.ts'
import {
  insertParagraph,
  mergeIntoPrevious,
  minPartMs,
  minStartDistance,
  moveParagraph,
  renameParagraph,
} from '../video/paragraph/paragraph-tree.rules.ts'
import type { Ms } from '../video/play-map.ts'

export const proposedParagraph = z.object({
  title: z.string().trim().min(1).max(paragraphLimits.title),
  /** Article time, ms. */
  position: z.number().int().min(0),
  /** Until the next one of the same level or above. */
  duration: z.number().int().min(0),
  level: z.union([z.literal(1), z.literal(2)]),
  /** The first words said there. */
  quote: z.string().max(300).nullable(),
})
export type ProposedParagraph = z.infer<typeof proposedParagraph>

/** The JSON of the stream's result. */
export const proposedParagraphs = z.array(proposedParagraph).max(paragraphLimits.paragraphs)

/** As the recorder left it: nobody has named a paragraph. */
export const isUndivided = (tree: ParagraphTree): boolean =>
  positionsOf(tree).every(({ paragraph }) => /^Paragraph #\d+$/.test(paragraph.title))

export type ProposedStart = { readonly title: string; readonly start: Ms; readonly level: 1 | 2 }
export type Silence = { readonly start: Ms; readonly end: Ms }

/** A start this close to a silence moves into it. */
const maxSnapMs: Ms = 2000
/** A paragraph begins this much before the first word, so that nothing of it is cut off. */
const leadMs: Ms = 200

/**
 * Usable proposals: within the article, in order, at least the guard distance apart, beginning in silences. The first
 * begins the article. If two are too close, the earlier one wins.
 */
export function arrangeProposals(
  starts: readonly ProposedStart[],
  { duration, silences }: { readonly duration: Ms; readonly silences: readonly Silence[] },
): readonly ProposedStart[] {
  const distance = Math.max(minPartMs, minStartDistance(duration))
  const arranged: ProposedStart[] = []
  const named = starts
    .flatMap(({ title, start, level }) => {
      const shown = title.replaceAll(/\s+/gu, ' ').trim().slice(0, paragraphLimits.title).trim()
      return shown === '' || !Number.isFinite(start) ? [] : [{ title: shown, start: clamp(start, duration), level }]
    })
    .toSorted((one, other) => one.start - other.start)
  for (const { title, start, level } of named) {
    const isFirst = arranged.length === 0
    const at = isFirst ? 0 : snapToSilence(start, silences)
    const last = arranged.at(-1)
    if (last !== undefined && (at - last.start < distance || duration - at < minPartMs)) continue
    arranged.push({ title, start: Math.round(at), level: isFirst ? 1 : level })
    if (arranged.length === paragraphLimits.paragraphs) break
  }
  return arranged
}

const clamp = (time: Ms, duration: Ms): Ms => Math.min(Math.max(0, time), duration)

/** The end of a silence nearby, where somebody begins to speak; of a longer one, the part that is nearby. */
export function snapToSilence(time: Ms, silences: readonly Silence[]): Ms {
  let best: Ms | null = null
  for (const { start, end } of silences) {
    const last = Math.max(start, end - leadMs)
    const at = Math.abs(last - time) <= maxSnapMs ? last : Math.min(last, Math.max(start, time))
    const away = Math.abs(at - time)
    if (away <= maxSnapMs && (best === null || away < Math.abs(best - time))) best = at
  }
  return best ?? time
}

/** With the range of each: until the next paragraph of its level or above. */
export function withRanges(
  starts: readonly ProposedStart[],
  duration: Ms,
  quoteAt: (from: Ms, to: Ms) => string | null,
): ProposedParagraph[] {
  return starts.map(({ title, start, level }, at) => {
    const end = starts.slice(at + 1).find((next) => next.level <= level)?.start ?? duration
    return { title, position: start, duration: end - start, level, quote: quoteAt(start, end)?.slice(0, 300) ?? null }
  })
}

/** The tree with this proposal as a paragraph; no time of any other paragraph changes. */
export function acceptProposal(tree: ParagraphTree, proposal: ProposedParagraph, newId: string): ParagraphTree {
  const near = startingAt(tree, proposal.position)
  const [id, changed] =
    near === undefined
      ? [newId, insertParagraph(tree, proposal.position, { id: newId, title: proposal.title })]
      : [near.paragraph.id, renameParagraph(tree, near.paragraph.id, proposal.title)]
  return atLevel(changed, id, proposal.level)
}

/** A paragraph that begins there is the proposed one. */
const startingAt = (tree: ParagraphTree, position: Ms): ParagraphPosition | undefined =>
  positionsOf(tree).find(({ start, end }) => end > start && isNear(tree, start, position))

const isNear = (tree: ParagraphTree, start: Ms, position: Ms): boolean =>
  Math.abs(start - position) < Math.max(minPartMs, minStartDistance(articleDuration(tree)))

/** The paragraph that a proposal became; null if none begins there. */
const acceptedParagraph = (tree: ParagraphTree, { position, title }: ProposedParagraph): Paragraph | null =>
  positionsOf(tree).find(({ start, paragraph }) => paragraph.title === title && isNear(tree, start, position))
    ?.paragraph ?? null

/**
 * Takes an accepted proposal back: a paragraph that was there before gets its former title, a new one is merged into the
 * paragraph before it.
 */
export function revokeProposal(
  tree: ParagraphTree,
  proposal: ProposedParagraph,
  formerTitle: string | null,
): ParagraphTree {
  const paragraph = acceptedParagraph(tree, proposal)
  if (paragraph === null) throw new AppError('paragraph_move')
  return formerTitle === null ? mergeIntoPrevious(tree, paragraph.id) : renameParagraph(tree, paragraph.id, formerTitle)
}

/** The title of the paragraph that begins where the proposal does; null if there is none. */
export const titleAtProposal = (tree: ParagraphTree, { position }: ProposedParagraph): string | null =>
  startingAt(tree, position)?.paragraph.title ?? null

function atLevel(tree: ParagraphTree, id: string, level: 1 | 2): ParagraphTree {
  const position = findParagraph(tree, id)
  if (position === null) return tree
  if (level === 1) return position.parentId === null ? tree : promote(tree, position.parentId, position.index)
  const before = tree[position.index - 1]
  if (position.parentId !== null || before === undefined || position.paragraph.items.length > 0) return tree
  return moveParagraph(tree, id, { parentId: before.id, index: before.items.length })
}

/** A sub-paragraph becomes a paragraph, with the sub-paragraphs behind it as its own. */
function promote(tree: ParagraphTree, parentId: string, index: number): ParagraphTree {
  return tree.flatMap((parent) => {
    const promoted = parent.items[index]
    if (parent.id !== parentId || promoted === undefined) return [parent]
    return [
      { ...parent, items: parent.items.slice(0, index) },
      { ...promoted, items: parent.items.slice(index + 1) },
    ]
  })
}
