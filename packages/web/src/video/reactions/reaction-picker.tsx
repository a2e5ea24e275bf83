import { Popover, Switch } from '@mantine/core'
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { reactionEmojis } from '@knowreel/shared/comment/comment.limits.ts'
import type { ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { emojiNames } from '@knowreel/shared/comment/emoji-names.ts'
import * as texts from '../texts.ts'
import styles from './reaction-picker.module.css'

type ReactionPickerProps = {
  /** The button that opens it. */
  children: ReactElement
  isOpened: boolean
  onChange: (isOpened: boolean) => void
  onPick: (icon: ReactionEmoji, isWithComment: boolean) => void
  isPortalled?: boolean
}

/** The nine emojis, and a switch for adding a comment to the chosen one. */
export function ReactionPicker({ children, isOpened, onChange, onPick, isPortalled = true }: ReactionPickerProps) {
  return (
    <Popover
      opened={isOpened}
      onChange={onChange}
      position="top"
      trapFocus
      returnFocus
      withinPortal={isPortalled}
      // The button inside the target has the ARIA attributes.
      withRoles={false}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className={styles.dropdown} role="dialog" aria-label={texts.react}>
        <Choice
          onPick={(icon, isWithComment) => {
            onChange(false)
            onPick(icon, isWithComment)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice({ onPick }: Pick<ReactionPickerProps, 'onPick'>) {
  const row = useRef<HTMLDivElement>(null)
  const [isWithComment, setWithComment] = useState(false)
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    const buttons = [...(row.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex((button) => button === document.activeElement)
    if (step === undefined || index < 0) return
    // The arrows would also move the play head.
    event.preventDefault()
    event.stopPropagation()
    buttons[(index + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <>
      <div ref={row} className={styles.emojis} role="group" aria-label={texts.emoji} onKeyDown={walk}>
        {reactionEmojis.map((icon) => (
          <button
            key={icon}
            type="button"
            className={styles.emoji}
            aria-label={emojiNames[icon]}
            title={emojiNames[icon]}
            onClick={() => onPick(icon, isWithComment)}
          >
            {icon}
          </button>
        ))}
      </div>
      <Switch
        classNames={{ root: styles.comment, body: styles.switch }}
        label={texts.reactWithAComment}
        labelPosition="left"
        checked={isWithComment}
        onChange={(event) => setWithComment(event.currentTarget.checked)}
      />
    </>
  )
}
