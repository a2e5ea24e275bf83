import { memo, Suspense } from 'react'
import { mayAddTab } from '@knowreel/shared/article/text-tab.rules.ts'
import {
  ProposalPanel,
  SmartParagraphsButton,
  StructureOffer,
  useAiEnabled,
  useProposedParagraphs,
} from '../../../ai/index.ts'
import { ListSkeleton } from '../../../ui/page/skeleton.tsx'
import { useNarrow } from '../../../ui/use-breakpoints.ts'
import { ParagraphPanel, type VideoEditorController } from '../../../video/index.ts'
import { TagField } from '../../tags/tag-field.tsx'
import { useDraft, type EditingContext } from '../editing-context.ts'
import * as texts from '../texts.ts'
import { useAddSummary } from './use-add-summary.ts'

type EditParagraphsProps = { editing: EditingContext; controller: VideoEditorController | null }

/** The paragraphs of the recording, or what is proposed for them; a placeholder until the code is loaded. */
export const EditParagraphs = memo(function EditParagraphs({ editing, controller }: EditParagraphsProps) {
  const { draftId, store } = editing
  const hasAi = useAiEnabled()
  const isNarrow = useNarrow()
  const proposed = useProposedParagraphs(draftId)
  const title = useDraft(store, ({ fields }) => fields.title)
  const mayAddSummary = useDraft(store, ({ fields }) => mayAddTab(fields.tabs))
  const addSummary = useAddSummary(editing)
  const waiting = <ListSkeleton label={texts.loadingParagraphs} />
  if (controller === null) return waiting
  return (
    <Suspense fallback={waiting}>
      {proposed !== null && !isNarrow ? (
        <ProposalPanel
          draftId={draftId}
          controller={controller}
          result={proposed}
          title={title}
          onUseTitle={(next) => store.edit({ title: next })}
          onUseSummary={mayAddSummary ? addSummary : null}
        />
      ) : (
        <>
          <ParagraphPanel
            controller={controller}
            TagField={TagField}
            headAction={hasAi && !isNarrow ? <SmartParagraphsButton draftId={draftId} /> : null}
          />
          {/* Below, so that nothing moves when it appears. */}
          {hasAi && !isNarrow && <StructureOffer draftId={draftId} controller={controller} />}
        </>
      )}
    </Suspense>
  )
})
