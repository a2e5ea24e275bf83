import { useState, type KeyboardEvent } from 'react'
import { Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { IconMoodPlus } from '@tabler/icons-react'
import { reactionEmojis } from '@knowreel/shared/comment/comment.limits.ts'
import type { Comment, ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { emojiName } from '@knowreel/shared/comment/emoji-names.ts'
import { useCommentController } from '../comment-controller.ts'
import * as texts from '../texts.ts'
import styles from './comment-reactions.module.css'

/** Names in one chip's tooltip; the rest is counted. */
const maxNames = 10

/** The emoji reactions to a comment, and a button to add one. */
export function CommentReactions({ comment }: { comment: Comment }) {
  const { actions, me, isReadOnly } = useCommentController()
  const isMine = (emoji: string) =>
    comment.reaction.some(({ content, userIds }) => content === emoji && userIds.includes(me.id))
  const toggle = (emoji: string) => {
    const known = reactionEmojis.find((one) => one === emoji)
    if (known) void actions.react(comment.id, known, !isMine(known), me)
  }
  return (
    <>
      {comment.reaction.map(({ content, userIds, names }) => {
        const rest = userIds.length - Math.min(names.length, maxNames)
        const people = names.slice(0, maxNames).join(', ') + (rest > 0 ? texts.andRestMore(rest) : '')
        return (
          <Tooltip key={content} label={people} multiline maw={260} events={{ hover: true, focus: true, touch: false }}>
            <UnstyledButton
              className={styles.chip}
              aria-pressed={isMine(content)}
              aria-disabled={isReadOnly || undefined}
              aria-label={`${emojiName(content)}, ${userIds.length}: ${people}`}
              onClick={isReadOnly ? undefined : () => toggle(content)}
            >
              <span className={styles.sign}>{content}</span>
              {userIds.length}
            </UnstyledButton>
          </Tooltip>
        )
      })}
      {!isReadOnly && <ReactionButton isMine={isMine} onChoose={toggle} />}
    </>
  )
}

type ReactionButtonProps = { isMine: (emoji: string) => boolean; onChoose: (emoji: ReactionEmoji) => void }

function ReactionButton({ isMine, onChoose }: ReactionButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={styles.add}
          aria-label={texts.react}
          title={texts.react}
          onClick={() => setOpen(!isOpen)}
        >
          <IconMoodPlus className="kr-icon-16" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.choice} aria-label={texts.reactions} onKeyDown={moveFocus}>
        {reactionEmojis.map((emoji, index) => (
          <UnstyledButton
            key={emoji}
            className={styles.emoji}
            aria-label={emojiName(emoji)}
            aria-pressed={isMine(emoji)}
            title={emojiName(emoji)}
            data-autofocus={index === 0 || undefined}
            onClick={() => {
              setOpen(false)
              onChoose(emoji)
            }}
          >
            {emoji}
          </UnstyledButton>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Arrow keys move from emoji to emoji. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  buttons.at((at + step) % buttons.length)?.focus()
  event.preventDefault()
}
