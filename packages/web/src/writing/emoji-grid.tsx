import { UnstyledButton } from '@mantine/core'
import { moveFocusWithArrows } from '../ui/move-focus-with-arrows.ts'
import styles from './emoji-grid.module.css'

type EmojiGridProps = {
  emojis: readonly { readonly name: string; readonly emoji: string }[]
  /** The focus starts at the first one. */
  isFocused?: boolean
  onPick: (emoji: string) => void
}

export const EmojiGrid = ({ emojis, isFocused = false, onPick }: EmojiGridProps) => (
  <div className={styles.grid} onKeyDown={moveFocusWithArrows} role="presentation">
    {emojis.map(({ name, emoji }, index) => (
      <UnstyledButton
        key={emoji}
        className={styles.emoji}
        aria-label={name}
        title={name}
        data-autofocus={(isFocused && index === 0) || undefined}
        onClick={() => onPick(emoji)}
      >
        {emoji}
      </UnstyledButton>
    ))}
  </div>
)
