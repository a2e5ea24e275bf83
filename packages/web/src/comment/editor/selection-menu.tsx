import { isTextSelection, type Editor } from '@tiptap/core'
import { BubbleMenu } from '@tiptap/react/menus'
import { LinkField, MarkButtons } from '../../writing/index.ts'
import styles from '../../ui/floating-bar.module.css'
import * as texts from '../texts.ts'

type SelectionMenuProps = { editor: Editor; isLinkOpen: boolean; onLinkOpen: (isOpen: boolean) => void }

/** Floats over selected text with formatting or the URL of the link; hidden without a selection. */
export function SelectionMenu({ editor, isLinkOpen, onLinkOpen }: SelectionMenuProps) {
  return (
    <BubbleMenu
      editor={editor}
      className={styles.bar}
      role="toolbar"
      aria-label={texts.selectedText}
      options={floatingOptions}
      shouldShow={shouldShow}
    >
      {isLinkOpen ? (
        <LinkField editor={editor} onClose={() => onLinkOpen(false)} />
      ) : (
        <MarkButtons editor={editor} onEditLink={() => onLinkOpen(true)} />
      )}
    </BubbleMenu>
  )
}

const floatingOptions = {
  placement: 'bottom-start',
  offset: 8,
  flip: true,
  shift: { padding: 8 },
  strategy: 'fixed',
} as const

type ShouldShowInput = { editor: Editor; element: HTMLElement; from: number; to: number }

function shouldShow({ editor, element, from, to }: ShouldShowInput): boolean {
  // Called after a delay, when the box may have been closed.
  if (editor.isDestroyed || !editor.isEditable) return false
  const { selection, doc } = editor.state
  if (element.contains(document.activeElement)) return true
  if (!editor.view.hasFocus()) return false
  return isTextSelection(selection) && !selection.empty && doc.textBetween(from, to, ' ').trim() !== ''
}
