import type { Collaboration } from '../note/index.ts'

/** What articles need of the live documents; null in a process that serves none. */
export type LiveNotes = Pick<Collaboration, 'announce' | 'lockArticle' | 'closeArticle' | 'replaceContent'>

/** Tells everyone in the room of a draft that something beside its notes was saved. */
export function announceSaved(live: LiveNotes | null, draftId: string): void {
  live?.announce(draftId, { type: 'saved', at: new Date().toISOString() })
}
