import type { EditorSessionState } from '../../../note/index.ts'
import { formatClock, formatShortDate } from '../../../ui/time-format.ts'
import { hasConflict } from '../draft/draft-conflicts.ts'
import type { DraftState } from '../draft/draft-store.ts'
import * as texts from '../texts.ts'

export type SaveStatus = { readonly text: string; readonly kind: 'saved' | 'saving' | 'unsaved' | 'connecting' }

type SaveStatusInput = {
  draft: Pick<DraftState, 'isUnsaved' | 'queue' | 'savedAt' | 'failure' | 'article'> &
    Partial<Pick<DraftState, 'conflicts'>>
  /** Null until the live connection is loaded; nothing can have been typed into the notes before. */
  notes: Pick<EditorSessionState, 'save' | 'savedAt' | 'connection'> | null
  now?: number
}

/** The save state to show: "Saved" with the time of the last response or receipt, and only if nothing is left. */
export function saveStatus({ draft, notes, now = Date.now() }: SaveStatusInput): SaveStatus {
  const isHeld =
    draft.isUnsaved && (draft.failure !== null || (draft.conflicts !== undefined && hasConflict(draft.conflicts)))
  if (isHeld || notes?.save === 'unsaved') return { text: texts.notSaved, kind: 'unsaved' }
  if (draft.isUnsaved || draft.queue.phase !== 'idle' || notes?.save === 'saving')
    return { text: texts.saving, kind: 'saving' }
  if (notes?.connection === 'connecting') return { text: texts.connecting, kind: 'connecting' }
  const times = [draft.article.updatedAt, draft.savedAt, notes?.savedAt ?? null]
  const last = Math.max(...times.map((time) => (time === null ? 0 : new Date(time).getTime())))
  const isToday = new Date(last).toDateString() === new Date(now).toDateString()
  return { text: texts.savedLast(isToday ? formatClock(last) : formatShortDate(last)), kind: 'saved' }
}
