import { useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconAt, IconClock, IconList, IconMoodSmile } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { formatDuration } from '../../ui/time-format.ts'
import { emojis, LinkField, MarkButtons, ToolButton } from '../../writing/index.ts'
import * as texts from '../texts.ts'
import type { CommentTime } from './use-comment-time.ts'
import styles from './compose-box.module.css'

type MenuBarProps = {
  editor: Editor
  time: CommentTime | null
  /** The URL of a link is edited here. */
  isLinkOpen: boolean
  onLinkOpen: (isOpen: boolean) => void
}

/** Toolbar for a comment while it is being written. */
export function MenuBar({ editor, time, isLinkOpen, onLinkOpen }: MenuBarProps) {
  const [isChoosing, setChoosing] = useState(false)
  const isList = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('bulletList') })
  if (isLinkOpen) return <LinkField editor={editor} onClose={() => onLinkOpen(false)} />
  return (
    <div className={styles.menu}>
      <div className={styles.tools} role="toolbar" aria-label={texts.formatting} data-scrolls-sideways>
        <MarkButtons editor={editor} onEditLink={() => onLinkOpen(true)} />
        <ToolButton label={texts.list} isOn={isList} onPress={() => editor.chain().focus().toggleBulletList().run()}>
          <IconList />
        </ToolButton>
        <ToolButton label={texts.mention} keys="@" onPress={() => insertMentionTrigger(editor)}>
          <IconAt />
        </ToolButton>
        <ToolButton label={texts.emoji} isOn={isChoosing} onPress={() => setChoosing(!isChoosing)}>
          <IconMoodSmile />
        </ToolButton>
        {time?.canChange && (
          <ToolButton
            label={time.time === null ? texts.addTheTime : texts.removeTime(formatDuration(time.time))}
            isOn={time.time !== null}
            onPress={time.toggle}
          >
            <IconClock />
          </ToolButton>
        )}
      </div>
      {isChoosing && (
        <div className={styles.emojis} role="group" aria-label={texts.emojis}>
          {emojis.map(({ name, emoji }) => (
            <UnstyledButton
              key={name}
              className={styles.emoji}
              aria-label={name}
              title={name}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                setChoosing(false)
                editor.chain().focus().insertContent(emoji).run()
              }}
            >
              {emoji}
            </UnstyledButton>
          ))}
        </div>
      )}
    </div>
  )
}

/** An "@" inside a word starts no mention. */
function insertMentionTrigger(editor: Editor): void {
  const { $from } = editor.state.selection
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, ' ')
  editor
    .chain()
    .focus()
    .insertContent(before === '' || before.endsWith(' ') ? '@' : ' @')
    .run()
}
