/** An answer to a question: text whose citations name the location in an article that supports it. */
import * as z from 'zod'
import { isoTime } from '../catalogue/wire.ts'
import { searchResult } from '../search/search.calls.ts'
import { aiLimits } from './ai-choices.ts'

/** The location that an answer cites: the words of a note, the paragraph or the second of a recording. */
export const answerSource = z.object({
  /** A source that the text cites as `[1]`. */
  number: z.number().int().min(1),
  isDraft: z.boolean(),
  draftId: z.string().nullable(),
  articleId: z.string().nullable(),
  title: z.string().max(1000),
  /** Words of the source, as they are written there. */
  quote: z.string().max(1000),
  /** Opens the location. */
  result: searchResult,
  /** Whether somebody answers for the article; null if nobody does. */
  review: z
    .object({ state: z.enum(['due', 'confirmed', 'open']), reviewAt: z.iso.date(), confirmedAt: isoTime.nullable() })
    .nullable(),
})
export type AnswerSource = z.infer<typeof answerSource>

export const answerKinds = ['answer', 'passages', 'nothing'] as const

export const answerMessage = z.object({
  /** For the rating. */
  id: z.string(),
  role: z.literal('assistant'),
  /** With citations such as `[1]`; empty for passages. */
  content: z.string().max(40_000),
  /** `passages`: no model is configured, the sources themselves are the answer. */
  kind: z.enum(answerKinds),
  metadata: z.object({ sources: z.array(answerSource).max(24) }),
})
export type AnswerMessage = z.infer<typeof answerMessage>

const chatMessage = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.string().max(40_000),
})
export type ChatMessage = z.infer<typeof chatMessage>

/** The last messages before the question; `system` is not taken from clients. */
export const questionContext = z
  .array(chatMessage)
  .max(100)
  .transform((messages) => messages.filter(({ role }) => role !== 'system').slice(-aiLimits.messages))

export const NOTHING_FOUND = 'I found nothing about this in what you can read'

/** Texts between citations, and the numbers of the citations. */
export type AnswerPart = { readonly text: string } | { readonly citations: readonly number[] }

const citationPattern = /\s*\[(?<numbers>\d{1,2}(?:\s*,\s*\d{1,2})*)\]/gu

/** Splits at citations that exist; invented ones disappear. */
export function splitCitations(content: string, known: ReadonlySet<number>): AnswerPart[] {
  const parts: AnswerPart[] = []
  let end = 0
  for (const match of content.matchAll(citationPattern)) {
    if (match.index > end) parts.push({ text: content.slice(end, match.index) })
    end = match.index + match[0].length
    const numbers = (match.groups?.['numbers'] ?? '').split(',').map(Number)
    const citations = [...new Set(numbers)].filter((number) => known.has(number))
    if (citations.length > 0) parts.push({ citations })
  }
  if (end < content.length) parts.push({ text: content.slice(end) })
  return parts
}

export const citedNumbers = (content: string): Set<number> =>
  new Set(
    [...content.matchAll(citationPattern)].flatMap((match) => (match.groups?.['numbers'] ?? '').split(',').map(Number)),
  )
