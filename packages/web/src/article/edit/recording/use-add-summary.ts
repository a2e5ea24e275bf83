import { useCallback } from 'react'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { api } from '../../../platform/api/api.ts'
import { handleError } from '../../../platform/api/handle-error.ts'
import { whenDraftSaved } from '../save/save-everything.ts'
import type { EditingContext } from '../editing-context.ts'
import * as texts from '../texts.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)

/** Adds a summary of the recording to the draft, as a tab of its own. */
export function useAddSummary({ draftId, store }: EditingContext): (summary: string) => void {
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
