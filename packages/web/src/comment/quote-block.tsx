import type { Comment, CommentQuote } from '@knowreel/shared/comment/comment.wire.ts'
import { activateThread } from './panel-state.ts'
import { useQuoteGuide } from './quote-places.ts'
import styles from './comment-card.module.css'

/** The words a comment is about, which lead to where they stand; words that are gone are shown as they were. */
export function QuoteBlock({ comment, quote }: { comment: Comment; quote: CommentQuote }) {
  const guide = useQuoteGuide()
  const isOrphan = guide?.orphans.has(comment.id) === true
  if (isOrphan || !guide) {
    return (
      <blockquote className={styles.quote} data-orphan={isOrphan || undefined}>
        {quote.text}
        {isOrphan && <span className={styles.fact}>These words are not in the notes any more.</span>}
      </blockquote>
    )
  }
  return (
    <button
      type="button"
      className={styles.quote}
      title="Show these words"
      onClick={() => {
        activateThread(comment.id)
        guide.goTo(comment)
      }}
    >
      {quote.text}
    </button>
  )
}
