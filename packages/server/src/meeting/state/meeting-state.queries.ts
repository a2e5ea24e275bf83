import type { MeetingState } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { Db, Trx } from '../../platform/database/db.ts'

export type LockedMeeting = MeetingState & {
  readonly id: string
  readonly companyId: string
  readonly organizerId: string
  readonly recurrence: string | null
}

export async function lockMeeting(trx: Trx, id: string): Promise<LockedMeeting | null> {
  const row = await trx
    .selectFrom('meetings')
    .where('id', '=', id)
    .select(['id', 'company_id', 'organizer_id', 'phase', 'attempt', 'due_at', 'phase_since', 'deadline_at', 'failure'])
    .select('recurrence')
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    companyId: row.company_id,
    organizerId: row.organizer_id,
    recurrence: row.recurrence,
    phase: row.phase,
    attempt: row.attempt,
    dueAt: row.due_at,
    phaseSince: row.phase_since,
    deadlineAt: row.deadline_at,
    failure: row.failure,
  }
}

export async function saveMeetingState(trx: Trx, id: string, state: MeetingState): Promise<void> {
  await trx
    .updateTable('meetings')
    .set({
      phase: state.phase,
      attempt: state.attempt,
      due_at: state.dueAt,
      phase_since: state.phaseSince,
      deadline_at: state.deadlineAt,
      failure: state.failure === null ? null : JSON.stringify(state.failure),
      progress: 0,
    })
    .where('id', '=', id)
    .execute()
}

/** The meetings whose time in their phase has run out, longest first. */
export async function listOverdueMeetings(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('meetings')
    .where('deadline_at', '<', now)
    .select('id')
    .orderBy('deadline_at')
    .limit(limit)
    .execute()
}
