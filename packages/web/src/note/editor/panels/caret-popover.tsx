import { useEffect, useState, type ReactNode } from 'react'
import { Popover } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import styles from './panels.module.css'

type CaretPopoverProps = { editor: Editor; label: string; onClose: () => void; children: ReactNode }

/** A popover at the caret. Closing it returns the focus to the text. */
export function CaretPopover({ editor, label, onClose, children }: CaretPopoverProps) {
  const [{ left, top, bottom }] = useState(() => editor.view.coordsAtPos(editor.state.selection.from))
  useEffect(() => {
    // Listens wherever the focus is: Escape may be pressed before the focus has reached the popover.
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onClose()
      editor.commands.focus()
    }
    document.addEventListener('keydown', close, { capture: true })
    return () => document.removeEventListener('keydown', close, { capture: true })
  }, [editor, onClose])
  return (
    <Popover
      opened
      position="bottom-start"
      offset={6}
      trapFocus
      returnFocus={false}
      // Otherwise the popover is removed before its own Escape handler runs, and the focus is lost.
      closeOnEscape={false}
      onDismiss={onClose}
    >
      <Popover.Target>
        <span className={styles.caret} style={{ left, top, height: bottom - top }} />
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
