import { useEffect, useRef, useState } from 'react'
import type { Editor } from '@tiptap/core'
import { showWarning } from '../../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import { insertGeneratedText, type TextRange } from './insert-generated-text.ts'
import type { NoteAssistant } from './note-assistant.ts'
import type { Transaction } from '@tiptap/pm/state'
import styles from './note-writer.module.css'

type NoteWriterProps = {
  editor: Editor
  Writer: NoteAssistant['Writer']
  articleId: string
  range: TextRange
  onClose: () => void
}

/** The assistant below the selected text, as wide as the note. */
export function NoteWriter({ editor, Writer, articleId, range, onClose }: NoteWriterProps) {
  const rangeNow = useTrackedRange(editor, range)
  const [selectedText] = useState(() => editor.state.doc.textBetween(range.from, range.to, '\n', '\n'))
  const [top] = useState(() => topBelow(editor, range.to))
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useCloseOutside(container, onClose)

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const insert = (text: string, isBelow: boolean) => {
    const result = insertGeneratedText(editor.view, rangeNow(), text, isBelow)
    if (result === 'inserted') onClose()
    if (result === 'empty') showWarning(texts.nothingToInsert)
  }
  return (
    <div ref={container} className={styles.container} style={{ top }} data-note-bar>
      <Writer
        articleId={articleId}
        selectedText={selectedText}
        onInsert={(text) => insert(text, false)}
        onInsertBelow={(text) => insert(text, true)}
        onClose={close}
      />
    </div>
  )
}

const gapPx = 8

/** Relative to the element that contains the note. */
function topBelow(editor: Editor, position: number): number {
  const box = editor.view.dom.parentElement?.parentElement?.getBoundingClientRect()
  return editor.view.coordsAtPos(position).bottom - (box?.top ?? 0) + gapPx
}

/** A press beside it discards a menu, but not a text: that takes a button. */
function useCloseOutside(container: { readonly current: HTMLElement | null }, onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const press = (event: PointerEvent) => {
      const element = container.current
      if (!element || !(event.target instanceof Node) || element.contains(event.target)) return
      if (element.querySelector('textarea') === null) latest.current()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [container])
}

/** The range while the text around it changes. */
function useTrackedRange(editor: Editor, range: TextRange): () => TextRange {
  const current = useRef(range)
  useEffect(() => {
    const follow = ({ transaction: { docChanged, mapping } }: { transaction: Transaction }) => {
      const { from, to } = current.current
      if (docChanged) current.current = { from: mapping.map(from, 1), to: mapping.map(to, -1) }
    }
    editor.on('transaction', follow)
    return () => {
      editor.off('transaction', follow)
    }
  }, [editor])
  return () => {
    const { from, to } = current.current
    return { from: Math.min(from, to), to }
  }
}
