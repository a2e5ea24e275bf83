import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { discardHashQuery } from './draft/draft.queries.ts'
import { useNotesSession, useDraft, type EditingContext } from './editing-context.ts'
import type { DraftActions } from './use-draft-actions.ts'

/** Delay after the last change before the server is asked for the hash of the content. */
const hashDelayMs = 2_500

/**
 * Whether discarding would change anything: compares the hash of the draft with that of the state discarding restores.
 * Typing into the notes, by anyone, counts as a change immediately; after a pause the server reports the resulting
 * hash.
 */
export function useDiscardable(
  { draftId, store, notesSession }: EditingContext,
  { isLeaving, isPublished }: Pick<DraftActions, 'isLeaving' | 'isPublished'>,
): boolean {
  const hash = useDraft(store, ({ article }) => article.hash)
  const isUnsaved = useDraft(store, (state) => state.isUnsaved)
  const changes = useNotesSession(notesSession, (state) => state?.changes ?? 0)
  const isTyping = useNotesSession(notesSession, (state) => (state?.save ?? 'saved') !== 'saved')
  const [known, setKnown] = useState(0)
  const { data: discardHash } = useQuery({
    ...discardHashQuery(draftId, hash),
    placeholderData: keepPreviousData,
    enabled: ({ state }) => state.data !== null && !isPublished(),
  })

  useEffect(() => {
    if (changes === known || isTyping) return
    const timer = setTimeout(() => {
      const read = async () => {
        const { article } = await api.draft.get({ params: { id: draftId } })
        store.applyResponse(article)
        setKnown(changes)
      }
      // This page is about to publish or remove the draft, or someone else published it.
      if (isLeaving() || isPublished()) return
      // A failed read is repeated after the next change.
      read().catch(() => undefined)
    }, hashDelayMs)
    return () => clearTimeout(timer)
  }, [changes, known, isTyping, draftId, store, isLeaving, isPublished])

  const isTouched = isTyping || changes !== known
  return isUnsaved || isTouched || (discardHash != null && discardHash !== hash)
}
