import { memo, Suspense } from 'react'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ParagraphPanel, type VideoDesk } from '../../video/index.ts'
import { TagField } from '../tag-field.tsx'

/** The paragraphs of the recording; until its code is there, their shape. */
export const EditParagraphs = memo(function EditParagraphs({ desk }: { desk: VideoDesk | null }) {
  const waiting = <ListSkeleton label="Loading the paragraphs" />
  if (desk === null) return waiting
  return (
    <Suspense fallback={waiting}>
      <ParagraphPanel desk={desk} TagField={TagField} />
    </Suspense>
  )
})
