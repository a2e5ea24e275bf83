import { UnstyledButton } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { emojis } from '../../../writing/index.ts'
import * as texts from '../texts.ts'
import { CaretWindow } from './caret-window.tsx'
import { walkSideways } from './colour-panel.tsx'
import styles from './panels.module.css'

export function EmojiWindow({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  return (
    <CaretWindow editor={editor} label={texts.emoji} onClose={onClose}>
      <div className={styles.row} onKeyDown={walkSideways}>
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
    </CaretWindow>
  )
}
