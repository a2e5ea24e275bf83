/** Meetings for tests and the demo company. */
import { parseMeetingLink } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import { deadlineOf, type MeetingFailure, type MeetingPhase } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../platform/database/db.ts'

type MeetingOverrides = {
  company: { id: string }
  organizer: { id: string }
  /** Default: the personal one. */
  workspace?: { id: string } | null
  title?: string
  url?: string
  startAt?: Date
  recurrence?: string | null
  phase?: MeetingPhase
  failure?: MeetingFailure | null
  progress?: number
  article?: { id: string } | null
  /** Besides the organizer. */
  owners?: readonly { id: string }[]
}

export type BuiltMeeting = { id: string; startAt: Date }

export async function buildMeeting(db: Db, overrides: MeetingOverrides): Promise<BuiltMeeting> {
  const { company, organizer, phase = 'scheduled' } = overrides
  const id = newId()
  const startAt = overrides.startAt ?? new Date(Date.now() + 3_600_000)
  const link = parseMeetingLink(overrides.url ?? `https://meet.jit.si/room-${id}`)
  if (link === null) throw new Error(`${overrides.url} is no link to a meeting`)
  await db
    .insertInto('meetings')
    .values({
      id,
      company_id: company.id,
      organizer_id: organizer.id,
      workspace_id: overrides.workspace?.id ?? null,
      title: overrides.title ?? 'Support sync',
      platform: link.platform,
      url: link.url,
      meeting_key: link.key,
      start_at: startAt,
      recurrence: overrides.recurrence ?? null,
      phase,
      attempt: phase === 'scheduled' ? 0 : 1,
      due_at: startAt,
      phase_since: startAt,
      deadline_at: deadlineOf(phase, startAt, new Date()),
      failure: overrides.failure ? JSON.stringify(overrides.failure) : null,
      progress: overrides.progress ?? 0,
      article_id: overrides.article?.id ?? null,
    })
    .execute()
  for (const owner of [organizer, ...(overrides.owners ?? [])])
    await db.insertInto('meeting_owners').values({ meeting_id: id, user_id: owner.id }).execute()
  return { id, startAt }
}
