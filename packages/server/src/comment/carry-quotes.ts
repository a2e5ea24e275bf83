/**
 * Quotes keep up with what is published. Where the words of a comment are found in the note that is published now, its
 * quote is told anew, with the block and the neighbours they have there: else what is written around them from publish to
 * publish would add up until they could not be told any more. Where they are not found the quote stays as it was, so that
 * a restored version brings them back. A draft changes no quote: until it is published, readers see the old text.
 */
import { anchoredAnew, type KeyedText } from '@knowreel/shared/comment/quote-anchor.rules.ts'
import { quotableTexts } from '@knowreel/shared/comment/quote-texts.rules.ts'
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'
import type { CommentQuote } from '@knowreel/shared/comment/comment.wire.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { Trx } from '../platform/database/db.ts'
import { lockQuotes, updateQuotes } from './carry-quotes.queries.ts'

type Tab = { readonly id: string; readonly note: NoteJson }

/** Inside the transaction that publishes, which holds the article. */
export async function carryQuotes(trx: Trx, articleId: string, tabs: readonly Tab[]): Promise<void> {
  const quotes = await lockQuotes(trx, articleId)
  if (quotes.length === 0) return
  const carry = carrierTo(tabs)
  const carried = quotes.map(({ id, quote }) => ({ id, quote: carry(quote), former: quote }))
  await updateQuotes(
    trx,
    carried.filter(({ quote, former }) => quote !== former),
  )
}

/** Gives the very same quote where nothing is to be changed about it. */
export function carrierTo(tabs: readonly Tab[]): (quote: CommentQuote) => CommentQuote {
  const notes = tabs.map(({ id, note }) => {
    const blocks = quotableTexts(note)
    return { id, blocks, byKey: new Map(blocks.map(({ key, text }) => [key, text])), text: allOf(blocks) }
  })
  return (quote) => {
    const own = notes.find(({ id }) => id === quote.textTabId)
    for (const { id, blocks, byKey, text } of own ? [own, ...notes.filter((note) => note !== own)] : notes) {
      if (byKey.get(quote.paragraphKey) === quote.paragraphText)
        return id === quote.textTabId ? quote : { ...quote, textTabId: id }
      // Most of what is not there at all is told by this alone.
      if (!text.includes(quote.text)) continue
      const anew = anchoredAnew(blocks, quote)
      if (anew !== quote && anew.paragraphText.length <= commentLimits.quoteText) return { ...anew, textTabId: id }
    }
    return quote
  }
}

const allOf = (blocks: readonly KeyedText[]): string => blocks.map(({ text }) => text).join('\n')
