import { memo, Suspense } from 'react'
import { ListSkeleton } from '../../../ui/page/skeleton.tsx'
import { ParagraphPanel, type VideoEditorController } from '../../../video/index.ts'
import { TagField } from '../../tags/tag-field.tsx'
import * as texts from '../texts.ts'

/** The paragraphs of the recording; a placeholder until the code is loaded. */
export const EditParagraphs = memo(function EditParagraphs({
  controller,
}: {
  controller: VideoEditorController | null
}) {
  const waiting = <ListSkeleton label={texts.loadingParagraphs} />
  if (controller === null) return waiting
  return (
    <Suspense fallback={waiting}>
      <ParagraphPanel controller={controller} TagField={TagField} />
    </Suspense>
  )
})
