import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { CommentAnchor } from './panel-state.ts'
import styles from './comment-card.module.css'

/** What a comment that is being written is about. */
export function AnchorBlock({ anchor, onDrop }: { anchor: CommentAnchor; onDrop: () => void }) {
  const isQuote = 'quote' in anchor
  return (
    <div className={styles.anchor}>
      {isQuote && <blockquote className={styles.quote}>{anchor.quote.text}</blockquote>}
      {'videoReaction' in anchor && <span className={styles.sign}>{anchor.videoReaction.icon}</span>}
      <ActionIcon
        size="sm"
        aria-label={isQuote ? 'Do not quote these words' : 'Take the reaction off'}
        onClick={onDrop}
      >
        <IconX className="kr-icon-16" />
      </ActionIcon>
    </div>
  )
}
