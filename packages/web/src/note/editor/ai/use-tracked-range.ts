import { useEffect, useRef } from 'react'
import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import type { TextRange } from './insert-generated-text.ts'

/** The range while the text around it changes. */
export function useTrackedRange(editor: Editor, range: TextRange): () => TextRange {
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
