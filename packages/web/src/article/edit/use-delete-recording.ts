import { useEffect, useRef } from 'react'
import { confirmAction } from '../../ui/dialogs.ts'
import { showUndo } from '../../ui/toast.ts'
import type { Paragraphs } from './use-paragraphs.ts'

/** Takes all paragraphs out of the draft; the notes are shown then, if there are any. */
export function useDeleteRecording(paragraphs: Paragraphs, isPublished: boolean): () => void {
  const latest = useRef(paragraphs)
  useEffect(() => {
    latest.current = paragraphs
  })
  return () => {
    const run = async () => {
      const isConfirmed = await confirmAction({
        title: 'Delete the recording',
        body: `All paragraphs of this draft go away, for everyone who edits it.${isPublished ? ' What is published stays as it is.' : ''}`,
        confirmLabel: 'Delete the recording',
        isDangerous: true,
      })
      if (!isConfirmed || !latest.current.change(() => [])) return
      showUndo('The recording was successfully deleted.', () => {
        // A key may have brought it back already.
        if (latest.current.tree.length === 0) latest.current.undo?.()
      })
    }
    void run()
  }
}
