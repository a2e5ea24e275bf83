/** Notes tell which quotes they do not find any more, and are asked to go to those they find. */
import { useSyncExternalStore } from 'react'
import type { Comment } from '@knowreel/shared/comment/comment.wire.ts'

type QuoteGuide = {
  /** Ids of comments whose words are gone. */
  readonly orphans: ReadonlySet<string>
  /** Scrolls to the words of a comment. */
  readonly goTo: (comment: Comment) => void
}

let guide: QuoteGuide | null = null
const listeners = new Set<() => void>()

function change(next: QuoteGuide | null): void {
  guide = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notes on the screen offer to find words; what is returned takes the offer back. */
export function offerQuotes(next: QuoteGuide): () => void {
  change(next)
  return () => {
    if (guide === next) change(null)
  }
}

export const useQuoteGuide = (): QuoteGuide | null => useSyncExternalStore(subscribe, () => guide)
