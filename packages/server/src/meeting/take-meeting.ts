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
} from './meeting-write.queries.ts'
import { notifyMeetingsChanged } from './state/apply-event.ts'

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
  const { workspaceId } = bot
  if (workspaceId === null) return { company: chosen, workspaceId }
  const workspace = await findEditableWorkspace(db, userId, { companyId: chosen.id, workspaceId })
  return { company: chosen, workspaceId: workspace?.id ?? null }
}

export type TakenMeeting = {
  readonly userId: string
  readonly target: MeetingTarget
  readonly link: MeetingLink
  readonly title: string
  readonly startAt: Date
  readonly recurrence: string | null
}

/** The person has this meeting from now on. `isNew` is false if they already had it. */
export async function takeMeeting(
  trx: Trx,
  { userId, target, link, title, startAt, recurrence }: TakenMeeting,
): Promise<{ id: string; isNew: boolean }> {
  const companyId = target.company.id
  await lockMeetingKey(trx, companyId, link.key)
  const known = await findSameMeeting(trx, { companyId, key: link.key, startAt })
  const meeting = { companyId, organizerId: userId, workspaceId: target.workspaceId, title, link, startAt, recurrence }
  const id = known ?? (await insertMeeting(trx, meeting))
  const isNew = await insertOwner(trx, id, userId)
  if (isNew) await notifyMeetingsChanged(trx, companyId)
  return { id, isNew }
}
