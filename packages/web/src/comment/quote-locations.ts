/** Notes report which quotes they no longer find, and receive requests to scroll to the others. */
import { Store, useSelector } from '@tanstack/react-store'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'

type QuoteGuide = {
  /** Ids of comments whose words no longer exist. */
  readonly orphans: ReadonlySet<string>
  /** Scrolls to the words of a comment. */
  readonly goTo: (comment: Comment) => void
}

const guide = new Store<QuoteGuide | null>(null)

/** Registers the visible notes for scrolling to quotes; returns a function that removes them. */
export function offerQuotes(next: QuoteGuide): () => void {
  guide.setState(() => next)
  return () => {
    if (guide.state === next) guide.setState(() => null)
  }
}

export const useQuoteGuide = (): QuoteGuide | null => useSelector(guide)
