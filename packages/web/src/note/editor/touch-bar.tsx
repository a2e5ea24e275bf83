import { useEffect, useState } from 'react'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconGripVertical,
  IconHeading,
  IconIndentDecrease,
  IconIndentIncrease,
  IconList,
  IconListCheck,
  IconPlus,
  IconSparkles,
} from '@tabler/icons-react'
import { isTextSelection, type ChainedCommands, type Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { AttachmentButtons } from './files/attachment-bar.tsx'
import { ImageButtons } from './files/image-bar.tsx'
import { LinkField, MarkButtons, ToolButton } from '../../writing/index.ts'
import { EmbedButtons } from './embeds/embed-bar.tsx'
import { CommentButton } from './comment-button.tsx'
import { CalloutButtons } from './boxes/callout-bar.tsx'
import { ColumnsButtons } from './columns-bar.tsx'
import { ColourButton } from './panels/colour-panel.tsx'
import { FormatButton } from './panels/format-panel.tsx'
import { TableButtons } from './tables/table-bar.tsx'
import styles from '../../ui/floating-bar.module.css'
import * as texts from './texts.ts'

type TouchBarProps = {
  editor: Editor
  articleId: string
  isLinkOpen: boolean
  onLinkOpen: (isOpen: boolean) => void
  onOpenBlockMenu: () => void
  onComment: () => void
  /** Null where the company has no model that writes. */
  onAskAi: (() => void) | null
}

/** The most common block types on touch screens; the others are behind "+". */
const commonBlocks = [
  {
    name: 'heading',
    label: texts.heading,
    icon: IconHeading,
    toggle: (chain: ChainedCommands) => chain.toggleHeading({ level: 2 }),
  },
  {
    name: 'bulletList',
    label: texts.bulletedList,
    icon: IconList,
    toggle: (chain: ChainedCommands) => chain.toggleBulletList(),
  },
  {
    name: 'taskList',
    label: texts.taskList,
    icon: IconListCheck,
    toggle: (chain: ChainedCommands) => chain.toggleTaskList(),
  },
] as const

/** For touch screens, and for those without room for floating bars: one row above the on-screen keyboard. */
export function TouchBar(props: TouchBarProps) {
  const { editor, articleId, isLinkOpen, onLinkOpen, onOpenBlockMenu, onComment, onAskAi } = props
  const bottom = useKeyboardHeight()
  const {
    isFocused,
    hasWords,
    hasText,
    isInList,
    isInTable,
    isInColumns,
    isInCallout,
    isImage,
    isFile,
    isEmbed,
    active,
  } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      isFocused: current.isFocused,
      hasWords: !current.state.selection.empty,
      hasText: !current.state.selection.empty && isTextSelection(current.state.selection),
      isInList: current.isActive('listItem') || current.isActive('taskItem'),
      isInTable: current.isActive('table'),
      isInColumns: current.isActive('columns'),
      isInCallout: current.isActive('callout'),
      isImage: current.isActive('image'),
      isFile: current.isActive('fileAttachment'),
      isEmbed: current.isActive('embed'),
      active: commonBlocks.map(({ name }) => name).filter((name) => current.isActive(name)),
    }),
  })
  const isInPanel = usePanelFocus()
  if (!isFocused && !isLinkOpen && !isInPanel) return null
  // In a cell, people mostly need rows and columns; with text selected in it, they need marks.
  const surroundings = (
    <>
      {isInTable && <TableButtons editor={editor} size="xl" />}
      {isInColumns && <ColumnsButtons editor={editor} size="xl" />}
      {isInCallout && <CalloutButtons editor={editor} size="xl" />}
    </>
  )
  return (
    <div className={styles.touch} style={{ bottom }} role="toolbar" aria-label={texts.formatting} data-scrolls-sideways>
      {isLinkOpen ? (
        <LinkField editor={editor} onClose={() => onLinkOpen(false)} />
      ) : (
        <>
          <ToolButton label={texts.addABlock} size="xl" onPress={() => openSlashMenu(editor)}>
            <IconPlus />
          </ToolButton>
          <ToolButton label={texts.undo} size="xl" onPress={() => editor.chain().focus().undo().run()}>
            <IconArrowBackUp />
          </ToolButton>
          <ToolButton label={texts.redo} size="xl" onPress={() => editor.chain().focus().redo().run()}>
            <IconArrowForwardUp />
          </ToolButton>
          {/* Buttons that come and go with the selection are behind those that are always there. */}
          {isImage && <ImageButtons editor={editor} articleId={articleId} size="xl" />}
          {isFile && <AttachmentButtons editor={editor} articleId={articleId} size="xl" />}
          {isEmbed && <EmbedButtons editor={editor} size="xl" />}
          {hasText && onAskAi && (
            <ToolButton label={texts.askAi} size="xl" onPress={onAskAi}>
              <IconSparkles />
            </ToolButton>
          )}
          {hasWords && <CommentButton size="xl" onPress={onComment} />}
          {!hasWords && surroundings}
          {commonBlocks.map(({ label, name, icon: Icon, toggle }) => (
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
          <ColourButton editor={editor} size="xl" isInPortal />
          <FormatButton editor={editor} size="xl" isInPortal />
          {hasWords && surroundings}
          <ToolButton label={texts.blockMenu} size="xl" onPress={() => onOpenBlockMenu()}>
            <IconGripVertical />
          </ToolButton>
        </>
      )}
    </div>
  )
}

function IndentButtons({ editor }: { editor: Editor }) {
  const item = editor.isActive('taskItem') ? 'taskItem' : 'listItem'
  return (
    <>
      <ToolButton
        label={texts.decreaseIndent}
        size="xl"
        onPress={() => editor.chain().focus().liftListItem(item).run()}
      >
        <IconIndentDecrease />
      </ToolButton>
      <ToolButton
        label={texts.increaseIndent}
        size="xl"
        onPress={() => editor.chain().focus().sinkListItem(item).run()}
      >
        <IconIndentIncrease />
      </ToolButton>
    </>
  )
}

/** True while the focus is in a field of a popover of the bar. */
function usePanelFocus(): boolean {
  const [isInside, setInside] = useState(false)
  useEffect(() => {
    const isPanel = (target: EventTarget | null) =>
      target instanceof Element && target.closest('[data-note-panel]') !== null
    const come = ({ target }: FocusEvent) => setInside(isPanel(target))
    // Between two fields, nothing has the focus for a moment.
    const go = ({ relatedTarget }: FocusEvent) => setInside(isPanel(relatedTarget))
    document.addEventListener('focusin', come)
    document.addEventListener('focusout', go)
    return () => {
      document.removeEventListener('focusin', come)
      document.removeEventListener('focusout', go)
    }
  }, [])
  return isInside
}

/** The block menu opens on a "/" at the start of a line: the current line if it is empty, otherwise a new one. */
function openSlashMenu(editor: Editor): void {
  const isEmpty = editor.state.selection.$from.parent.content.size === 0
  const chain = editor.chain().focus()
  if (!isEmpty) chain.insertContentAt(editor.state.selection.$to.end() + 1, { type: 'paragraph' }).focus()
  chain.insertContent('/').run()
}

/** Pixels covered by the on-screen keyboard, which the page layout does not know. */
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
