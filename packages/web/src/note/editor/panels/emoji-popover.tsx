import { UnstyledButton } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { emojis } from '../../../writing/index.ts'
import * as texts from '../texts.ts'
import { CaretPopover } from './caret-popover.tsx'
import { moveFocusWithArrows } from './colour-panel.tsx'
import styles from './panels.module.css'

export function EmojiPopover({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  return (
    <CaretPopover editor={editor} label={texts.emoji} onClose={onClose}>
      <div className={styles.row} onKeyDown={moveFocusWithArrows}>
        {emojis.map(({ name, emoji }, index) => (
          <UnstyledButton
            key={name}
            className={styles.emoji}
            aria-label={name}
            title={name}
            data-autofocus={index === 0 || undefined}
            onClick={() => {
              onClose()
              editor.chain().focus().insertContent(emoji).run()
            }}
          >
            {emoji}
          </UnstyledButton>
        ))}
      </div>
    </CaretPopover>
  )
}
