import { useState, type KeyboardEvent } from 'react'
import * as texts from '../texts.ts'
import { useWriter, type WriterChoice } from './use-writer.ts'
import { WriterMenu } from './writer-menu.tsx'
import { WriterPreview } from './writer-preview.tsx'
import styles from './writer.module.css'

export type WriterPanelProps = {
  articleId: string
  /** Empty for a text at the caret. */
  selectedText: string
  /** Replaces the selection, or inserts at the caret. */
  onInsert: (text: string) => void
  onInsertBelow: (text: string) => void
  onClose: () => void
}

/** First what to write, then the text, which changes nothing until it is inserted. */
export function WriterPanel({ articleId, selectedText, onInsert, onInsertBelow, onClose }: WriterPanelProps) {
  const [isConsiderArticle, setConsiderArticle] = useState(false)
  const writer = useWriter({ articleId, selectedText, isConsiderArticle })
  const run = (choice: WriterChoice) => writer.run(choice)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <div className={styles.panel} role="dialog" aria-label={texts.askAi} onKeyDown={press}>
      {writer.choice === null || (writer.text === null && !writer.isRunning) ? (
        <WriterMenu
          hasSelection={selectedText.trim() !== ''}
          initialPrompt={writer.choice?.prompt ?? ''}
          isConsiderArticle={isConsiderArticle}
          onConsiderArticle={setConsiderArticle}
          onChoose={run}
        />
      ) : (
        <WriterPreview
          writer={writer}
          hasSelection={selectedText.trim() !== ''}
          onInsert={onInsert}
          onInsertBelow={onInsertBelow}
          onDiscard={onClose}
        />
      )}
    </div>
  )
}
