import { useEffect } from 'react'
import { Store, useSelector } from '@tanstack/react-store'

/** The draft whose transcription panel is open; null when closed. */
const openDraftId = new Store<string | null>(null)

export const toggleTranscription = (draftId: string): void =>
  openDraftId.setState((id) => (id === draftId ? null : draftId))
export const closeTranscription = (): void => openDraftId.setState(() => null)

/** Whether the transcription of this draft is shown. Leaving the page closes it. */
export function useTranscriptionShown(draftId: string): boolean {
  const shownId = useSelector(openDraftId)
  useEffect(() => () => openDraftId.setState((id) => (id === draftId ? null : id)), [draftId])
  return shownId === draftId
}
