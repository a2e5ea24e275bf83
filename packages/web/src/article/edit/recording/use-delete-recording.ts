import { useEffect, useRef } from 'react'
import { confirmAction } from '../../../ui/dialog/dialogs.ts'
import { showUndo } from '../../../ui/toast/toast.ts'
import * as texts from '../texts.ts'
import type { DraftParagraphsController } from './use-paragraphs.ts'

/** Removes all paragraphs from the draft and shows the notes, if there are any. */
export function useDeleteRecording(paragraphs: DraftParagraphsController, isPublished: boolean): () => void {
  const latest = useRef(paragraphs)
  useEffect(() => {
    latest.current = paragraphs
  })
  return () => {
    const run = async () => {
      const isConfirmed = await confirmAction({
        title: texts.deleteTheRecording,
        body: texts.allParagraphsOfThisDraft(isPublished ? texts.thePublishedArticleStaysAs : ''),
        confirmLabel: texts.deleteTheRecording,
        isDangerous: true,
      })
      if (!isConfirmed || !latest.current.change(() => [])) return
      showUndo(texts.theRecordingWasSuccessfullyDeleted, () => {
        // The undo key may have restored it already.
        if (latest.current.tree.length === 0) latest.current.undo?.()
      })
    }
    void run()
  }
}
