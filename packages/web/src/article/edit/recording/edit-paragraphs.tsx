import { memo, Suspense, useCallback } from 'react'
import { mayAddTab } from '@knowreel/shared/article/text-tab.rules.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import {
  ProposalPanel,
  SmartParagraphsButton,
  StructureOffer,
  useAiEnabled,
  useProposedParagraphs,
} from '../../../ai/index.ts'
import { api } from '../../../platform/api/api.ts'
import { handleError } from '../../../platform/api/handle-error.ts'
import { ListSkeleton } from '../../../ui/page/list-skeleton.tsx'
import { useNarrow } from '../../../ui/use-breakpoints.ts'
import { ParagraphPanel, type VideoEditorController } from '../../../video/index.ts'
import { TagField } from '../../tags/tag-field.tsx'
import { useDraft, type EditingContext } from '../editing-context.ts'
import { whenDraftSaved } from '../save/save-everything.ts'
import * as texts from '../texts.ts'

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

/** Adds a summary of the recording to the draft, as a tab of its own. */
function useAddSummary({ draftId, store }: EditingContext): (summary: string) => void {
  return useCallback(
    (summary) => {
      const add = async () => {
        await whenDraftSaved(store)
        const { tabs } = store.read().fields
        const known = tabs.list.map(({ id, title }) => ({ id, title }))
        const paragraphs = summary.split(/\n+/u).map((line) => `<p>${escapeHtml(line)}</p>`)
        const added = { id: newKey(), title: texts.summary, text: paragraphs.join('') }
        const body = { textTabs: [...known, added], knownTextTabs: known.map(({ id }) => id) }
        const { article } = await api.article.saveDraft({ params: { id: draftId }, body })
        store.applyResponse(article)
      }
      add().catch(handleError)
    },
    [draftId, store],
  )
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)
