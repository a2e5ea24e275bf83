/** One row, and one bot, for a meeting of a company, however many of its members have it. */
import type { MeetingLink } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { findEditableWorkspace } from '../workspace/index.ts'
import { findDefaultBot } from './config/bot-config.queries.ts'
import {
  findActiveCompany,
  findSameMeeting,
  insertMeeting,
  insertOwner,
  lockMeetingKey,
  type EventOccurrence,
} from './meeting-write.queries.ts'
import { notifyMeetingsChanged } from './state/notify-meetings.ts'

export type MeetingTarget = {
  readonly company: { readonly id: string; readonly title: string }
  readonly workspaceId: string | null
}

/**
 * The target of a person's new meetings: the one of their default settings if they may still use it, otherwise their
 * personal workspace in `companyId`. Null if they are active in neither company.
 */
export async function findMeetingTarget(db: Db, userId: string, companyId: string): Promise<MeetingTarget | null> {
  const bot = await findDefaultBot(db, userId)
  const chosen = bot === null ? null : await findActiveCompany(db, userId, bot.companyId)
  if (bot === null || chosen === null) {
    const company = await findActiveCompany(db, userId, companyId)
    return company && { company, workspaceId: null }
  }
  return { company: chosen, workspaceId: await editableWorkspace(db, userId, chosen.id, bot.workspaceId) }
}

/** The workspace, if the person may still write in it; otherwise null, for their personal one. */
export async function editableWorkspace(
  db: Db,
  userId: string,
  companyId: string,
  workspaceId: string | null,
): Promise<string | null> {
  if (workspaceId === null) return null
  return (await findEditableWorkspace(db, userId, { companyId, workspaceId }))?.id ?? null
}

export type UserMeeting = {
  readonly userId: string
  readonly target: MeetingTarget
  readonly link: MeetingLink
  readonly title: string
  readonly startAt: Date
  readonly recurrence: string | null
  /** Null for a meeting that was added by its link. */
  readonly occurrence: EventOccurrence | null
}

/** Adds the meeting for a person. `isNew` is false if they already had it. */
export async function addMeetingForUser(
  trx: Trx,
  { userId, target, link, title, startAt, recurrence, occurrence }: UserMeeting,
): Promise<{ id: string; isNew: boolean }> {
  const companyId = target.company.id
  await lockMeetingKey(trx, companyId, link.key)
  const known = await findSameMeeting(trx, { companyId, key: link.key, startAt })
  const meeting = { companyId, organizerId: userId, workspaceId: target.workspaceId, title, link, startAt, recurrence }
  const id = known ?? (await insertMeeting(trx, meeting))
  const isNew = await insertOwner(trx, id, userId, occurrence)
  if (isNew) await notifyMeetingsChanged(trx, companyId)
  return { id, isNew }
}
