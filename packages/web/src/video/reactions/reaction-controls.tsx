import { IconMessageCirclePlus, IconMoodPlus } from '@tabler/icons-react'
import type { ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import * as texts from '../texts.ts'
import { Control } from '../watch/player-controls.tsx'
import { ReactionPicker } from './reaction-picker.tsx'
import styles from './reaction-controls.module.css'

type ReactionControlsProps = {
  isPicking: boolean
  onPicking: (isPicking: boolean) => void
  onPick: (icon: ReactionEmoji, isWithComment: boolean) => void
  onComment: () => void
  isPortalled: boolean
}

/** Reacting to and commenting on the current moment. */
export function ReactionControls({ isPicking, onPicking, onPick, onComment, isPortalled }: ReactionControlsProps) {
  return (
    <>
      <ReactionPicker isOpened={isPicking} onChange={onPicking} onPick={onPick} isPortalled={isPortalled}>
        <span className={styles.target}>
          <Control label={texts.react} shortcut="E" isExpanded={isPicking} onClick={() => onPicking(!isPicking)}>
            <IconMoodPlus />
          </Control>
        </span>
      </ReactionPicker>
      {/* On phones the footer of the page has this button. */}
      <span className={styles.comment}>
        <Control label={texts.commentOnThisMoment} shortcut="N" onClick={onComment}>
          <IconMessageCirclePlus />
        </Control>
        <i className={styles.line} />
      </span>
    </>
  )
}
