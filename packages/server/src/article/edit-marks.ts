import type { BaseLogger } from 'pino'
import type { Db } from '../platform/database/db.ts'
import { markEdited } from './idle-draft.queries.ts'

const restMs = 3000

/**
 * Notes on the row of a draft who types in its live documents. The first stroke is noted at once, so that the draft is
 * listed as changed; of what follows only the last is, every few seconds.
 */
export function createEditMarks(db: Db, log: Pick<BaseLogger, 'warn'>): (draftId: string, userId: string) => void {
  /** Drafts that rest, with whoever typed meanwhile. */
  const resting = new Map<string, string | null>()

  function mark(draftId: string, userId: string): void {
    resting.set(draftId, null)
    markEdited(db, draftId, userId).catch((error: unknown) =>
      log.warn({ err: error, draftId }, 'an edit was not noted'),
    )
    setTimeout(() => {
      const next = resting.get(draftId) ?? null
      resting.delete(draftId)
      if (next !== null) mark(draftId, next)
    }, restMs).unref()
  }

  return (draftId, userId) => {
    if (resting.has(draftId)) resting.set(draftId, userId)
    else mark(draftId, userId)
  }
}
