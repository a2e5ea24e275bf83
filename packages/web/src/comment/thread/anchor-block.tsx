import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { CommentAnchor } from '../panel/panel-state.ts'
import * as texts from '../texts.ts'
import styles from './comment-card.module.css'

/** The anchor of the comment being written. */
export function AnchorBlock({ anchor, onRemove }: { anchor: CommentAnchor; onRemove: () => void }) {
  const isQuote = 'quote' in anchor
  return (
    <div className={styles.anchor}>
      {isQuote && <blockquote className={styles.quote}>{anchor.quote.text}</blockquote>}
      {'videoReaction' in anchor && <span className={styles.sign}>{anchor.videoReaction.icon}</span>}
      <ActionIcon size="sm" aria-label={isQuote ? texts.removeQuote : texts.removeReaction} onClick={onRemove}>
        <IconX className="kr-icon-16" />
      </ActionIcon>
    </div>
  )
}
