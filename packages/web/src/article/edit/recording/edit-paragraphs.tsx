import { memo, Suspense } from 'react'
import { ListSkeleton } from '../../../ui/page/skeleton.tsx'
import { ParagraphPanel, type VideoDesk } from '../../../video/index.ts'
import { TagField } from '../../tags/tag-field.tsx'
import * as texts from '../texts.ts'

/** The paragraphs of the recording; a placeholder until the code is loaded. */
export const EditParagraphs = memo(function EditParagraphs({ desk }: { desk: VideoDesk | null }) {
  const waiting = <ListSkeleton label={texts.loadingParagraphs} />
  if (desk === null) return waiting
  return (
    <Suspense fallback={waiting}>
      <ParagraphPanel desk={desk} TagField={TagField} />
    </Suspense>
  )
})
