import { useEffect, useState } from 'react'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconHeading,
  IconIndentDecrease,
  IconIndentIncrease,
  IconList,
  IconListCheck,
  IconPlus,
} from '@tabler/icons-react'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { LinkField } from './link-field.tsx'
import { MarkButtons, ToolButton } from './mark-buttons.tsx'
import { TableButtons } from './table-bar.tsx'
import styles from './floating-bar.module.css'

type TouchBarProps = { editor: Editor; isLinkOpen: boolean; onLinkOpen: (isOpen: boolean) => void }

/** The blocks people write on the way; the others are behind "+". */
const blocks = [
  {
    name: 'heading',
    label: 'Heading',
    icon: IconHeading,
    toggle: (chain: ChainedCommands) => chain.toggleHeading({ level: 2 }),
  },
  {
    name: 'bulletList',
    label: 'Bulleted list',
    icon: IconList,
    toggle: (chain: ChainedCommands) => chain.toggleBulletList(),
  },
  {
    name: 'taskList',
    label: 'Task list',
    icon: IconListCheck,
    toggle: (chain: ChainedCommands) => chain.toggleTaskList(),
  },
] as const

/** Where there is no room for bars beside the text and no keys for shortcuts: one row above the keyboard. */
export function TouchBar({ editor, isLinkOpen, onLinkOpen }: TouchBarProps) {
  const bottom = useKeyboardHeight()
  const { isFocused, isInList, isInTable, active } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      isFocused: current.isFocused,
      isInList: current.isActive('listItem') || current.isActive('taskItem'),
      isInTable: current.isActive('table'),
      active: blocks.map(({ name }) => name).filter((name) => current.isActive(name)),
    }),
  })
  if (!isFocused && !isLinkOpen) return null
  return (
    <div className={styles.touch} style={{ bottom }} role="toolbar" aria-label="Formatting">
      {isLinkOpen ? (
        <LinkField editor={editor} onClose={() => onLinkOpen(false)} />
      ) : (
        <>
          <ToolButton label="Add a block" size="xl" onPress={() => openBlocks(editor)}>
            <IconPlus />
          </ToolButton>
          <ToolButton label="Undo" size="xl" onPress={() => editor.chain().focus().undo().run()}>
            <IconArrowBackUp />
          </ToolButton>
          <ToolButton label="Redo" size="xl" onPress={() => editor.chain().focus().redo().run()}>
            <IconArrowForwardUp />
          </ToolButton>
          {blocks.map(({ label, name, icon: Icon, toggle }) => (
            <ToolButton
              key={name}
              label={label}
              size="xl"
              isOn={active.includes(name)}
              onPress={() => toggle(editor.chain().focus()).run()}
            >
              <Icon />
            </ToolButton>
          ))}
          {isInList && <IndentButtons editor={editor} />}
          <MarkButtons editor={editor} size="xl" onEditLink={() => onLinkOpen(true)} />
          {isInTable && <TableButtons editor={editor} size="xl" />}
        </>
      )}
    </div>
  )
}

function IndentButtons({ editor }: { editor: Editor }) {
  const item = editor.isActive('taskItem') ? 'taskItem' : 'listItem'
  return (
    <>
      <ToolButton label="Indent less" size="xl" onPress={() => editor.chain().focus().liftListItem(item).run()}>
        <IconIndentDecrease />
      </ToolButton>
      <ToolButton label="Indent more" size="xl" onPress={() => editor.chain().focus().sinkListItem(item).run()}>
        <IconIndentIncrease />
      </ToolButton>
    </>
  )
}

/** The list of blocks opens on a "/" at the beginning of a line: on this line when it is empty, else on a new one. */
function openBlocks(editor: Editor): void {
  const isEmpty = editor.state.selection.$from.parent.content.size === 0
  const chain = editor.chain().focus()
  if (!isEmpty) chain.insertContentAt(editor.state.selection.$to.end() + 1, { type: 'paragraph' }).focus()
  chain.insertContent('/').run()
}

/** Pixels that the keyboard on the screen covers: the page itself does not know. */
function useKeyboardHeight(): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const measure = () => setHeight(Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop)))
    measure()
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
    }
  }, [])
  return height
}
