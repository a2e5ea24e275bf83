import { memo, useMemo, useState } from 'react'
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleCheckFilled,
  IconDots,
  IconEdit,
  IconLink,
  IconPlayerPlayFilled,
  IconTrash,
} from '@tabler/icons-react'
import type { Comment, CommentQuote } from '@knowreel/shared/comment/comment.wire.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { NobodyAvatar, PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { shownName } from '../../ui/identity/shown-name.ts'
import { formatCommentTime, formatDuration, formatFullTime } from '../../ui/time-format.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { useCommentController } from '../comment-controller.ts'
import { CommentReactions } from './comment-reactions.tsx'
import { ComposeBox } from '../editor/compose-box.tsx'
import { seekRecording } from '../page-player.ts'
import { isStillPlayed, type ShownComment } from './threads.rules.ts'
import styles from './comment-card.module.css'
import { copyText } from '../../ui/copy-text.ts'
import { showSuccess, showWarning } from '../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { useMentionCard } from '../../writing/index.ts'
import { activateThread } from '../panel/panel-state.ts'
import { useQuoteLocator } from '../quote-locator.ts'

type CommentCardProps = {
  comment: ShownComment
  /** Number of replies deleted with it. */
  replies: number
  isHighlighted: boolean
  onReply: () => void
}

/** One comment or reply: author, time, anchor, text and actions. */
export const CommentCard = memo(function CommentCard({ comment, replies, isHighlighted, onReply }: CommentCardProps) {
  const { actions, articleId, me, showRecording, isReadOnly } = useCommentController()
  const [isChanging, setChanging] = useState(false)
  const isNarrow = useNarrow()
  const name = comment.author?.name ?? texts.unknownAuthor
  const { abilities } = comment
  const remove = useRemoveComment(comment, replies)
  const time = isStillPlayed(comment) ? comment.timestamp : null
  return (
    <article
      className={styles.card}
      aria-label={texts.kindByName(comment.parentId === null ? texts.comment : texts.reply, name)}
      data-comment={comment.id}
      data-lit={isHighlighted || undefined}
      data-pending={comment.isPending}
      aria-busy={comment.isPending}
      tabIndex={-1}
    >
      {comment.author ? (
        <PersonAvatar person={{ ...comment.author, profileImage: comment.profileImage }} isDecorative />
      ) : (
        <NobodyAvatar />
      )}
      <div className={styles.main}>
        <div className={styles.head}>
          <span className={styles.who}>
            <strong className="kr-trunc" title={name}>
              {shownName(name)}
            </strong>
            <time dateTime={comment.createdAt} title={formatFullTime(comment.createdAt)} className={styles.date}>
              {formatCommentTime(comment.createdAt)}
            </time>
          </span>
          {comment.parentId === null && abilities.resolve && <ResolveButton comment={comment} />}
          {!comment.isPending && (
            <CardMenu
              comment={comment}
              hasEditActions={isNarrow}
              onChange={() => setChanging(true)}
              onRemove={() => void remove()}
            />
          )}
        </div>
        {comment.editedAt && (
          <p
            className={styles.fact}
            title={texts.nameAndTime(comment.editedBy?.name, formatFullTime(comment.editedAt))}
          >
            {comment.editedBy ? texts.editedByEditedByName(shownName(comment.editedBy.name)) : texts.edited}
          </p>
        )}
        {comment.resolvedAt && (
          <p className={styles.fact} title={comment.resolvedBy?.name}>
            {comment.resolvedBy ? texts.resolvedByResolvedByName(shownName(comment.resolvedBy.name)) : texts.resolved}
          </p>
        )}
        {comment.quote && <QuoteBlock comment={comment} quote={comment.quote} />}
        {comment.videoReaction && <span className={styles.reaction}>{comment.videoReaction.icon}</span>}
        {isChanging ? (
          <ComposeBox
            target={{ userId: me.id, articleId, editedId: comment.id }}
            label={texts.comment}
            placeholder={texts.writeAComment}
            editedComment={{ html: comment.content, time }}
            canHaveTime={showRecording !== null && comment.parentId === null}
            focusRequest={0}
            onCancel={() => setChanging(false)}
            onSend={async (draft) => {
              const isTimeNew = (draft.time ?? null) !== time
              await actions.rewrite(comment.id, draft.html, isTimeNew ? (draft.time ?? null) : undefined)
              setChanging(false)
            }}
          />
        ) : (
          <div className={styles.words}>
            {comment.isTimed && <TimeTag comment={comment} />}
            <CommentText html={comment.content} />
          </div>
        )}
        {comment.isPending && (
          <p className={styles.fact} role="status">
            {texts.sending}
          </p>
        )}
        {!isChanging && !comment.isPending && (
          <div className={styles.actions}>
            <CommentReactions comment={comment} />
            {!isReadOnly && (
              <button type="button" className={styles.action} onClick={onReply}>
                {texts.reply}
              </button>
            )}
            {abilities.edit && !isNarrow && (
              <button type="button" className={styles.action} data-quiet onClick={() => setChanging(true)}>
                {texts.edit}
              </button>
            )}
            {abilities.delete && !isNarrow && (
              <button type="button" className={styles.action} data-quiet onClick={() => void remove()}>
                {texts.deleteLabel}
              </button>
            )}
          </div>
        )}
      </div>
    </article>
  )
})

/** The moment that the comment refers to, or a note that it is no longer played. */
function TimeTag({ comment }: { comment: Comment }) {
  const { showRecording } = useCommentController()
  if (!isStillPlayed(comment)) return <span className={styles.cut}>{texts.cutFromTheRecording}</span>
  const time = formatDuration(comment.timestamp)
  if (!showRecording) return <span className={styles.cut}>{time}</span>
  return (
    <button
      type="button"
      className={styles.time}
      aria-label={texts.playFromTime(time)}
      onClick={() => seekRecording(comment.timestamp, showRecording)}
    >
      <IconPlayerPlayFilled className="kr-icon-14" />
      {time}
    </button>
  )
}

function ResolveButton({ comment }: { comment: Comment }) {
  const { actions } = useCommentController()
  const isResolved = comment.resolvedAt !== null
  const label = isResolved ? texts.reopen : texts.resolve
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        className={styles.tool}
        aria-label={label}
        data-on={isResolved || undefined}
        onClick={() => void actions.resolve(comment.id, !isResolved)}
      >
        {isResolved ? <IconCircleCheckFilled className="kr-icon-16" /> : <IconCircleCheck className="kr-icon-16" />}
      </ActionIcon>
    </Tooltip>
  )
}

type CardMenuProps = { comment: Comment; hasEditActions: boolean; onChange: () => void; onRemove: () => void }

function CardMenu({ comment, hasEditActions, onChange, onRemove }: CardMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" className={styles.tool} aria-label={texts.actionsForThisComment}>
          <IconDots className="kr-icon-16" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink />} onClick={() => void copyCommentLink(comment.id)}>
          {texts.copyLink}
        </Menu.Item>
        {hasEditActions && comment.abilities.edit && (
          <Menu.Item leftSection={<IconEdit />} onClick={onChange}>
            {texts.edit}
          </Menu.Item>
        )}
        {hasEditActions && comment.abilities.delete && (
          <Menu.Item leftSection={<IconTrash />} data-danger onClick={onRemove}>
            {texts.deleteLabel}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks for confirmation, because a deletion cannot be undone. */
function useRemoveComment({ id, parentId }: Comment, replies: number): () => Promise<void> {
  const { actions, withBusyMessage } = useCommentController()
  return async () => {
    const what = parentId === null ? 'comment' : 'answer'
    const isConfirmed = await confirmAction({
      title: texts.removeComment,
      body: replies > 0 ? texts.theCommentAndItsReplies(texts.replies(replies)) : texts.commentWillBeDeleted(what),
      confirmLabel: texts.removeComment,
      isDangerous: true,
    })
    if (isConfirmed) await withBusyMessage(texts.deletingYourComment, () => actions.remove(id))
  }
}

/** Copies a link to this page that opens the comment. */
async function copyCommentLink(id: string): Promise<void> {
  const address = new URL(location.href)
  address.search = ''
  address.searchParams.set('showComment', id)
  if (await copyText(address.href)) showSuccess(texts.linkHasBeenCopiedTo)
  else showWarning(texts.cannotCopyLink)
}

/**
 * The text of a comment: HTML that the server generates from the comment schema. Text cannot contain the replaced tag,
 * because it is escaped.
 */
function CommentText({ html }: { html: string }) {
  const { mentionHandlers, mentionCard } = useMentionCard()
  const markup = useMemo(
    () => ({ __html: html.replaceAll('<span data-mention=', '<span role="button" tabindex="0" data-mention=') }),
    [html],
  )
  return (
    <>
      {/* Mentions are buttons themselves; the handlers here only receive their events. */}
      <div className={styles.text} dir="auto" {...mentionHandlers} dangerouslySetInnerHTML={markup} />
      {mentionCard}
    </>
  )
}

/** The quoted words of a comment, linked to their position; words that no longer exist are shown as quoted. */
function QuoteBlock({ comment, quote }: { comment: Comment; quote: CommentQuote }) {
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
