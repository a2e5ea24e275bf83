import { useEffect } from 'react'
import type { Editor } from '@tiptap/core'
import { isTextSelection } from '@tiptap/core'
import { BubbleMenu } from '@tiptap/react/menus'
import { BlockPicker } from './block-picker.tsx'
import { LinkField, MarkButtons } from '../../writing/index.ts'
import { CommentButton } from './comment-button.tsx'
import { ColourButton } from './panels/colour-panel.tsx'
import { FormatButton } from './panels/format-panel.tsx'
import styles from '../../ui/floating-bar.module.css'

type SelectionBarProps = {
  editor: Editor
  isLinkOpen: boolean
  onLinkOpen: (isOpen: boolean) => void
  onComment: () => void
}

/** Milliseconds of rest before the bar comes: it must not jump about while a selection is being made. */
const restMs = 120
/** Pixels: the bar is 40 high and stands 8 off. */
const barReach = 48
/** Where the selection begins 200 px or more below the top, the bar stands above it, else below: header, bar and tabs are there. It is measured from the top of the window, hence no boundary. */
const roomAbove = { padding: { top: 200 - barReach, left: 8, right: 8 }, boundary: [] }

/** What can be done with the selected words, above them. */
export function SelectionBar({ editor, isLinkOpen, onLinkOpen, onComment }: SelectionBarProps) {
  useCloseLinkWithSelection(editor, isLinkOpen, onLinkOpen)
  return (
    <BubbleMenu
      editor={editor}
      className={styles.bar}
      role="toolbar"
      aria-label="Formatting"
      data-note-bar
      updateDelay={restMs}
      options={barOptions}
      shouldShow={shouldShowBar}
    >
      {isLinkOpen ? (
        <LinkField editor={editor} onClose={() => onLinkOpen(false)} />
      ) : (
        <>
          <BlockPicker editor={editor} />
          <span className={styles.line} />
          <MarkButtons editor={editor} onEditLink={() => onLinkOpen(true)} />
          <ColourButton editor={editor} />
          <span className={styles.line} />
          <CommentButton onPress={onComment} />
          <FormatButton editor={editor} />
        </>
      )}
    </BubbleMenu>
  )
}

/** A field takes the focus only once it is on the page: opened by its key, it is drawn before its bar is. */
const focusField = (): void => document.querySelector<HTMLElement>('[data-note-bar] form input[inputmode=url]')?.focus()

const barOptions = {
  placement: 'top',
  offset: 8,
  flip: roomAbove,
  shift: { padding: 8 },
  onShow: focusField,
} as const

type Showing = { editor: Editor; element: HTMLElement; from: number; to: number }

function shouldShowBar({ editor, element, from, to }: Showing): boolean {
  // It is asked after a rest, when the note may have left the screen.
  if (editor.isDestroyed || !editor.isEditable) return false
  const { selection, doc } = editor.state
  if (element.contains(document.activeElement)) return true
  if (!editor.view.hasFocus()) return false
  return isTextSelection(selection) && !selection.empty && doc.textBetween(from, to, ' ').trim() !== ''
}

/** The field belongs to the words it was opened for. */
function useCloseLinkWithSelection(editor: Editor, isOpen: boolean, onOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return
    const { from, to } = editor.state.selection
    const onSelect = () => {
      const { selection } = editor.state
      if (editor.view.hasFocus() && (selection.from !== from || selection.to !== to)) onOpen(false)
    }
    editor.on('selectionUpdate', onSelect)
    return () => {
      editor.off('selectionUpdate', onSelect)
    }
  }, [editor, isOpen, onOpen])
}
