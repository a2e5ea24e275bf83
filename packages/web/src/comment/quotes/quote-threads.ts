import { shorten } from '@knowreel/shared/identity/shorten.ts'
import type { Comment, CommentQuote } from '@knowreel/shared/comment/comment.wire.ts'
import * as texts from '../texts.ts'

/** A thread anchored to words of a note. */
export type QuoteThread = {
  readonly id: string
  readonly quote: CommentQuote
  /** Including replies. */
  readonly count: number
  /** Resolved threads are marked only while they are active. */
  readonly isMarked: boolean
}

type TabContext = { readonly tabId: string; readonly tabIds: readonly string[]; readonly activeId: string | null }

/** Threads anchored to this tab, and to deleted tabs. */
export function threadsForTab(comments: readonly Comment[], { tabId, tabIds, activeId }: TabContext): QuoteThread[] {
  const replies = new Map<string, number>()
  for (const { parentId } of comments) if (parentId !== null) replies.set(parentId, (replies.get(parentId) ?? 0) + 1)
  return comments.flatMap(({ id, parentId, quote, resolvedAt }) => {
    if (quote === null || parentId !== null) return []
    const home = quote.textTabId ?? tabId
    if (home !== tabId && tabIds.includes(home)) return []
    return [{ id, quote, count: 1 + (replies.get(id) ?? 0), isMarked: resolvedAt === null || id === activeId }]
  })
}

/** Stands for the comment being written, whose words are highlighted without a mark in the margin. */
export const writtenThreadId = 'written'

export const writtenThread = (quote: CommentQuote | null, tabId: string): readonly QuoteThread[] =>
  quote && (quote.textTabId ?? tabId) === tabId ? [{ id: writtenThreadId, quote, count: 0, isMarked: false }] : []

export const threadLabel = ({ quote, count }: QuoteThread): string =>
  texts.countOnQuoteText(texts.commentsOf(count), truncateQuote(quote.text))

const truncateQuote = (text: string): string => shorten(text.replaceAll(/\s+/gu, ' '), 60)
