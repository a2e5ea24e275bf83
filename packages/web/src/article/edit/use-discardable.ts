import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { discardHashQuery } from './draft.queries.ts'
import { useDesk, useDraft, type Editing } from './editing.ts'
import type { DraftExits } from './use-draft-exits.ts'

/** After the last change the server is asked what the content amounts to now. */
const restMs = 2_500

/**
 * Whether discarding would change anything: the hash of the draft against that of what discarding gives. Typing into the
 * notes, by whomever, counts as a change at once; when it comes to rest, the server tells the hash it led to.
 */
export function useDiscardable(
  { draftId, store, desk }: Editing,
  { isLeaving }: Pick<DraftExits, 'isLeaving'>,
): boolean {
  const hash = useDraft(store, ({ article }) => article.hash)
  const isUnsaved = useDraft(store, (state) => state.isUnsaved)
  const changes = useDesk(desk, (state) => state?.changes ?? 0)
  const isTyping = useDesk(desk, (state) => (state?.save ?? 'saved') !== 'saved')
  const [known, setKnown] = useState(0)
  const { data: discardHash } = useQuery({ ...discardHashQuery(draftId, hash), placeholderData: keepPreviousData })

  useEffect(() => {
    if (changes === known || isTyping) return
    const timer = setTimeout(() => {
      const read = async () => {
        const { article } = await api.draft.get({ params: { id: draftId } })
        store.takeAnswer(article)
        setKnown(changes)
      }
      // The draft is about to be published or removed by this very page.
      if (isLeaving()) return
      // What could not be read is read after the next change.
      read().catch(() => undefined)
    }, restMs)
    return () => clearTimeout(timer)
  }, [changes, known, isTyping, draftId, store, isLeaving])

  const isTouched = isTyping || changes !== known
  return isUnsaved || isTouched || (discardHash !== undefined && discardHash !== hash)
}
