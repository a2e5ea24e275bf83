/** Notes report which quotes they no longer find, and receive requests to scroll to the others. */
import { Store, useSelector } from '@tanstack/react-store'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'

type QuoteLocator = {
  /** Ids of comments whose words no longer exist. */
  readonly orphans: ReadonlySet<string>
  /** Scrolls to the words of a comment. */
  readonly scrollToQuote: (comment: Comment) => void
}

const quoteLocator = new Store<QuoteLocator | null>(null)

/** Registers the visible notes for scrolling to quotes; returns a function that removes them. */
export function registerQuoteLocator(next: QuoteLocator): () => void {
  quoteLocator.setState(() => next)
  return () => {
    if (quoteLocator.state === next) quoteLocator.setState(() => null)
  }
}

export const useQuoteLocator = (): QuoteLocator | null => useSelector(quoteLocator)
