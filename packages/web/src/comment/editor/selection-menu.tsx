import { isTextSelection, type Editor } from '@tiptap/core'
import { BubbleMenu } from '@tiptap/react/menus'
import { LinkField, MarkButtons } from '../../writing/index.ts'
import styles from '../../ui/floating-bar.module.css'

type SelectionMenuProps = { editor: Editor; isLinkOpen: boolean; onLinkOpen: (isOpen: boolean) => void }

/** Over selected words: nothing, what can be said of them, or the address they lead to. */
export function SelectionMenu({ editor, isLinkOpen, onLinkOpen }: SelectionMenuProps) {
  return (
    <BubbleMenu
      editor={editor}
      className={styles.bar}
      role="toolbar"
      aria-label="Selected words"
      options={place}
      shouldShow={isWanted}
    >
      {isLinkOpen ? (
        <LinkField editor={editor} onClose={() => onLinkOpen(false)} />
      ) : (
        <MarkButtons editor={editor} onEditLink={() => onLinkOpen(true)} />
      )}
    </BubbleMenu>
  )
}

const place = { placement: 'bottom-start', offset: 8, flip: true, shift: { padding: 8 }, strategy: 'fixed' } as const

type Showing = { editor: Editor; element: HTMLElement; from: number; to: number }

function isWanted({ editor, element, from, to }: Showing): boolean {
  // It is asked after a rest, when the box may have left the screen.
  if (editor.isDestroyed || !editor.isEditable) return false
  const { selection, doc } = editor.state
  if (element.contains(document.activeElement)) return true
  if (!editor.view.hasFocus()) return false
  return isTextSelection(selection) && !selection.empty && doc.textBetween(from, to, ' ').trim() !== ''
}
