import { memo, useEffect, useState } from 'react'
import { CommentCard } from './comment-card.tsx'
import { useCommentController } from '../comment-controller.ts'
import { ComposeBox } from '../editor/compose-box.tsx'
import { readDraft } from '../persisted-draft.ts'
import { activateThread } from '../panel/panel-state.ts'
import * as texts from '../texts.ts'
import type { Thread } from './threads.rules.ts'
import styles from './thread-view.module.css'

/** Number of replies shown initially; of more, only the last ones. */
const maxInitialReplies = 3
const collapsedReplies = 2

type ThreadViewProps = {
  thread: Thread
  isActive: boolean
  /** The comment or reply that is highlighted for a moment. */
  highlightedId: string | null
}

/** A comment with its replies and, when replying, the compose box. */
export const ThreadView = memo(function ThreadView({
  thread: { root, replies },
  isActive,
  highlightedId,
}: ThreadViewProps) {
  const { articleId, me, actions, isReadOnly } = useCommentController()
  const target = { userId: me.id, articleId, replyTo: root.id }
  const [isUnfolded, setUnfolded] = useState(false)
  // A reply with an unsent draft is open from the start.
  const [isAnswering, setAnswering] = useState(() => readDraft(target) !== null)
  const [focusRequest, setFocusRequest] = useState<number | null>(null)
  const isFoldable = replies.length > maxInitialReplies
  const isHiddenLit = isFoldable && replies.slice(0, -collapsedReplies).some(({ id }) => id === highlightedId)
  // The requested reply stays when its highlight ends.
  useEffect(() => {
    if (isHiddenLit) setUnfolded(true)
  }, [isHiddenLit])
  const isAll = isUnfolded || !isFoldable || isHiddenLit
  const shown = isAll ? replies : replies.slice(-collapsedReplies)
  const answer = () => {
    activateThread(root.id)
    setAnswering(true)
    setFocusRequest((focusRequest ?? 0) + 1)
  }
  return (
    <div
      className={styles.thread}
      data-active={isActive || undefined}
      onFocus={() => activateThread(root.id)}
      onPointerDown={() => activateThread(root.id)}
    >
      <CommentCard comment={root} replies={replies.length} isHighlighted={root.id === highlightedId} onReply={answer} />
      {replies.length > 0 && (
        <div className={styles.replies}>
          {!isAll && (
            <button type="button" className={styles.more} onClick={() => setUnfolded(true)}>
              {texts.showMoreReplies(replies.length - collapsedReplies)}
            </button>
          )}
          {shown.map((reply) => (
            <CommentCard
              key={reply.id}
              comment={reply}
              replies={0}
              isHighlighted={reply.id === highlightedId}
              onReply={answer}
            />
          ))}
        </div>
      )}
      {isAnswering && !isReadOnly && (
        <div className={styles.answer}>
          <ComposeBox
            target={target}
            label={texts.reply}
            placeholder={texts.reply}
            canHaveTime={false}
            focusRequest={focusRequest}
            listed={replies}
            onCancel={() => setAnswering(false)}
            onSend={async ({ html, clientId }) => {
              setUnfolded(true)
              await actions.write({ clientId, content: html, parentId: root.id })
              setAnswering(false)
            }}
          />
        </div>
      )}
    </div>
  )
})
