import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import type { Collaboration } from '../note/index.ts'

/** The part of this process's live documents that articles need. */
export type LiveNotes = Pick<Collaboration, 'announce' | 'lockArticle' | 'closeArticle' | 'applyStored'>

type FinalMessage = Extract<RoomServerMessage, { type: 'published' | 'access' }>

/** Notifies everyone who edits the draft that something other than its notes was saved. */
export function announceSaved(live: LiveNotes | null, draftId: string): void {
  live?.announce(draftId, { type: 'saved', at: new Date().toISOString() })
}

/**
 * Runs the work while the live documents of these drafts are saved and locked, so that nothing is typed in the
 * meantime. Then closes them with the final message from the result, or unlocks them.
 */
export async function withNotesLocked<Result>(
  live: LiveNotes,
  draftIds: readonly string[],
  work: () => Promise<Result>,
  finalMessageOf: (result: Result) => FinalMessage | null,
): Promise<Result> {
  const locks = []
  let finalMessage: FinalMessage | null = null
  try {
    for (const id of draftIds) locks.push(await live.lockArticle(id))
    const result = await work()
    finalMessage = finalMessageOf(result)
    return result
  } finally {
    if (finalMessage === null) for (const lock of locks) lock.release()
    else for (const id of draftIds) live.closeArticle(id, finalMessage)
  }
}

/** Only the process that holds the live documents of a draft can save and lock them before the draft ends. */
export function requireLiveNotes<Parts extends { readonly live: LiveNotes | null }>(
  parts: Parts,
): Parts & { readonly live: LiveNotes } {
  const { live } = parts
  if (live === null)
    throw new AppError('unavailable', { message: 'This server process does not hold the notes of drafts' })
  return { ...parts, live }
}
