/**
 * Updates quotes to the published content. If the words of a comment are found in the published note, its quote gets
 * their current block and neighbours; otherwise edits around them would accumulate from publish to publish until the
 * words could not be identified. If they are not found, the quote stays unchanged, so that a restored version brings it
 * back. A draft changes no quote: until it is published, readers see the old text.
 */
import { refreshQuote, type KeyedText } from '@knowreel/shared/comment/quote-anchor.rules.ts'
import { quotableBlocks } from '@knowreel/shared/comment/quotable-blocks.rules.ts'
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'
import type { CommentQuote } from '@knowreel/shared/comment/comment.wire.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { Trx } from '../../platform/database/db.ts'
import { lockQuotes, updateQuotes } from './carry-quotes.queries.ts'

type Tab = { readonly id: string; readonly note: NoteJson }

/** Runs inside the transaction that publishes, which holds the lock on the article. */
export async function carryQuotes(trx: Trx, articleId: string, tabs: readonly Tab[]): Promise<void> {
  const quotes = await lockQuotes(trx, articleId)
  if (quotes.length === 0) return
  const carry = createQuoteCarrier(tabs)
  const carried = quotes.map(({ id, quote }) => ({ id, quote: carry(quote), former: quote }))
  await updateQuotes(
    trx,
    carried.filter(({ quote, former }) => quote !== former),
  )
}

/** Returns the identical quote if nothing changes. */
export function createQuoteCarrier(tabs: readonly Tab[]): (quote: CommentQuote) => CommentQuote {
  const notes = tabs.map(({ id, note }) => {
    const blocks = quotableBlocks(note)
    return { id, blocks, byKey: new Map(blocks.map(({ key, text }) => [key, text])), text: joinTexts(blocks) }
  })
  return (quote) => {
    const own = notes.find(({ id }) => id === quote.textTabId)
    for (const { id, blocks, byKey, text } of own ? [own, ...notes.filter((note) => note !== own)] : notes) {
      if (byKey.get(quote.paragraphKey) === quote.paragraphText)
        return id === quote.textTabId ? quote : { ...quote, textTabId: id }
      // Rejects most missing quotes cheaply.
      if (!text.includes(quote.text)) continue
      const anew = refreshQuote(blocks, quote)
      if (anew !== quote && anew.paragraphText.length <= commentLimits.quoteText) return { ...anew, textTabId: id }
    }
    return quote
  }
}

const joinTexts = (blocks: readonly KeyedText[]): string => blocks.map(({ text }) => text).join('\n')
