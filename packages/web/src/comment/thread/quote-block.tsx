import type { Comment, CommentQuote } from '@knowreel/shared/comment/comment.wire.ts'
import { activateThread } from '../panel/panel-state.ts'
import { useQuoteLocator } from '../quote-locator.ts'
import * as texts from '../texts.ts'
import styles from './comment-card.module.css'

/** The quoted words of a comment, linked to their position; words that no longer exist are shown as quoted. */
export function QuoteBlock({ comment, quote }: { comment: Comment; quote: CommentQuote }) {
  const guide = useQuoteLocator()
  const isOrphan = guide?.orphans.has(comment.id) === true
  if (isOrphan || !guide) {
    return (
      <blockquote className={styles.quote} data-orphan={isOrphan || undefined}>
        {quote.text}
        {isOrphan && <span className={styles.fact}>{texts.theseWordsAreNoLonger}</span>}
      </blockquote>
    )
  }
  return (
    <button
      type="button"
      className={styles.quote}
      title={texts.showTheseWords}
      onClick={() => {
        activateThread(comment.id)
        guide.scrollToQuote(comment)
      }}
    >
      {quote.text}
    </button>
  )
}
