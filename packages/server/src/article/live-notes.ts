import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Collaboration } from '../note/index.ts'

/** What articles need of the live documents; null in a process that serves none. */
export type LiveNotes = Pick<Collaboration, 'announce' | 'lockArticle' | 'closeArticle' | 'applyStored'>

/** Tells everyone in the room of a draft that something beside its notes was saved. */
export function announceSaved(live: LiveNotes | null, draftId: string): void {
  live?.announce(draftId, { type: 'saved', at: new Date().toISOString() })
}

/**
 * For what ends or replaces a draft: only the process that holds its live documents knows what editors have been told is
 * saved, and can stop them first.
 */
export function withLiveNotes<Parts extends { readonly live: LiveNotes | null }>(
  parts: Parts,
): Parts & { readonly live: LiveNotes } {
  const { live } = parts
  if (live === null)
    throw new AppError('unavailable', { message: 'This server process does not hold the notes of drafts' })
  return { ...parts, live }
}
