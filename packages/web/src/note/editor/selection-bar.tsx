import { useEffect, useLayoutEffect } from 'react'
import type { Editor } from '@tiptap/core'
import { isTextSelection } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import { BubbleMenu } from '@tiptap/react/menus'
import { BlockPicker } from './block-picker.tsx'
import { LinkField, MarkButtons } from '../../writing/index.ts'
import { CommentButton } from './comment-button.tsx'
import { ColourButton } from './panels/colour-panel.tsx'
import { FormatButton } from './panels/format-panel.tsx'
import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import styles from '../../ui/floating-bar.module.css'
import * as texts from './texts.ts'

type SelectionBarProps = {
  editor: Editor
  isLinkOpen: boolean
  onLinkOpen: (isOpen: boolean) => void
  onComment: () => void
  /** Null where the company has no model that writes. */
  onAskAi: (() => void) | null
}

/** Milliseconds without a change before the bar appears, so that it does not jump during selection. */
const showDelayMs = 120
/** In px: the bar is 40 high with a gap of 8. */
const barExtentPx = 48
/**
 * The bar is above a selection that starts at least 200 px below the top, otherwise below it, because the header,
 * toolbar and tabs are there. Measured from the top of the window, hence no boundary.
 */
const flipOptions = { padding: { top: 200 - barExtentPx, left: 8, right: 8 }, boundary: [] }

const key = new PluginKey('selectionBar')

/** Actions on the selected text, shown above it. */
export function SelectionBar({ editor, isLinkOpen, onLinkOpen, onComment, onAskAi }: SelectionBarProps) {
  useCloseLinkWithSelection(editor, isLinkOpen, onLinkOpen)
  // The field is higher than the buttons: without a new position it would cover the words.
  useLayoutEffect(() => {
    editor.view.dispatch(editor.state.tr.setMeta(key, 'updatePosition'))
  }, [editor, isLinkOpen])
  return (
    <BubbleMenu
      editor={editor}
      pluginKey={key}
      className={styles.bar}
      role="toolbar"
      aria-label={texts.formatting}
      data-note-bar
      updateDelay={showDelayMs}
      options={barOptions}
      shouldShow={shouldShowBar}
    >
      {isLinkOpen ? (
        <LinkField editor={editor} onClose={() => onLinkOpen(false)} />
      ) : (
        <>
          {onAskAi && <AskAiButton onPress={onAskAi} />}
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

/** An input can only be focused once it is in the DOM: opened with its shortcut, it renders before its bar. */
const focusLinkField = (): void =>
  document.querySelector<HTMLElement>('[data-note-bar] form input[inputmode=url]')?.focus()

const barOptions = {
  placement: 'top',
  offset: 8,
  flip: flipOptions,
  shift: { padding: 8 },
  onShow: focusLinkField,
} as const

type BarContext = { editor: Editor; element: HTMLElement; from: number; to: number }

function shouldShowBar({ editor, element, from, to }: BarContext): boolean {
  // Called after a delay, when the note may have been closed.
  if (editor.isDestroyed || !editor.isEditable) return false
  const { selection, doc } = editor.state
  if (element.contains(document.activeElement)) return true
  if (!editor.view.hasFocus()) return false
  return isTextSelection(selection) && !selection.empty && doc.textBetween(from, to, ' ').trim() !== ''
}

/** The link field belongs to the text that it was opened for. */
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

function AskAiButton({ onPress }: { onPress: () => void }) {
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconSparkles />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onPress}
      >
        {texts.askAi}
      </Button>
      <span className={styles.line} />
    </>
  )
}
