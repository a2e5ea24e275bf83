/** Saves how the bot records: a person's default, or the settings of one upcoming meeting of theirs. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { BotConfig, BotConfigInput } from '@knowreel/shared/meeting/bot.calls.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { findEditableWorkspace } from '../../workspace/index.ts'
import { editableWorkspace } from '../add-meeting-for-user.ts'
import { findMeetingRow } from '../meeting.queries.ts'
import {
  findActiveCompany,
  hasOtherOwners,
  joinMeeting,
  lockSameMeeting,
  moveMeeting,
} from '../meeting-write.queries.ts'
import { notifyMeetingsChanged } from '../state/notify-meetings.ts'
import { lockMeeting } from '../state/meeting-state.queries.ts'
import {
  findBotOf,
  findDefaultBot,
  findCompanyBot,
  listMeetingsOfDefaultElsewhere,
  moveMeetingsOfDefault,
  saveBot,
  type StoredBot,
} from './bot-config.queries.ts'

export async function readDefaultConfig(db: Db, actor: Member): Promise<BotConfig> {
  const { userId, company } = actor
  const own = await findDefaultBot(db, userId)
  // A company that the person has left is no choice any more.
  if (own !== null && (await findActiveCompany(db, userId, own.companyId)) !== null) {
    const workspaceId = await editableWorkspace(db, userId, own.companyId, own.workspaceId)
    return { ...own, workspaceId, eventId: null }
  }
  const bot = own ?? (await findCompanyBot(db, company.id))
  return { ...bot, companyId: company.id, workspaceId: null, eventId: null }
}

/** Only the organizer sees the settings of a meeting; for everyone else there are none. */
export async function readMeetingConfig(db: Db, actor: Member, eventId: string): Promise<BotConfig> {
  const meeting = await findMeetingRow(db, actor, eventId)
  if (meeting === null || meeting.organizerId !== actor.userId) throw new AppError('not_found')
  const { id, organizerId, companyId } = meeting
  const bot = await findBotOf(db, { meetingId: id, organizerId, companyId })
  const workspaceId = await editableWorkspace(db, organizerId, companyId, meeting.chosenWorkspaceId)
  return { ...bot, companyId, workspaceId, eventId: id }
}

export async function saveBotConfig(db: Db, actor: Member, input: BotConfigInput): Promise<BotConfig> {
  const { eventId, ...fields } = input
  return eventId ? saveMeetingConfig(db, actor, eventId, fields) : saveDefaultConfig(db, actor, fields)
}

type Fields = Omit<BotConfigInput, 'eventId'>

async function saveDefaultConfig(db: Db, actor: Member, fields: Fields): Promise<BotConfig> {
  return runTransaction(db, async (trx) => {
    const bot = await checkTarget(trx, actor, fields, actor.company.id)
    await saveBot(trx, { userId: actor.userId }, bot)
    await moveMeetingsOfDefault(trx, actor.userId, bot)
    if (!actor.isOperator) await moveMeetingsFromOtherCompanies(trx, actor.userId, bot)
    await notifyMeetingsChanged(trx, bot.companyId)
    return { ...bot, eventId: null }
  })
}

/** Meetings that colleagues have too stay where they are. */
async function moveMeetingsFromOtherCompanies(trx: Trx, userId: string, bot: StoredBot): Promise<void> {
  for (const id of await listMeetingsOfDefaultElsewhere(trx, userId, bot.companyId)) {
    const meeting = await lockMeeting(trx, id)
    if (meeting?.phase !== 'scheduled') continue
    await notifyMeetingsChanged(trx, meeting.companyId)
    const same = await lockSameMeeting(trx, id, bot.companyId)
    if (same === null) await moveMeeting(trx, id, bot)
    else await joinMeeting(trx, { from: id, to: same, userId })
  }
}

async function saveMeetingConfig(db: Db, actor: Member, eventId: string, fields: Fields): Promise<BotConfig> {
  if (!isUuid(eventId)) throw new AppError('not_found')
  return runTransaction(db, async (trx) => {
    const meeting = await lockMeeting(trx, eventId)
    const isOwn = meeting?.organizerId === actor.userId && meeting.companyId === actor.company.id
    if (meeting === null || !isOwn) throw new AppError('not_found')
    if (meeting.phase !== 'scheduled') throw new AppError('meeting_changed')
    const bot = await checkTarget(trx, actor, fields, meeting.companyId)
    const isMoving = bot.companyId !== meeting.companyId
    // Meetings shared with colleagues stay in the current company.
    if (isMoving && (await hasOtherOwners(trx, eventId, actor.userId))) throw new AppError('unknown_company')
    const same = isMoving ? await lockSameMeeting(trx, eventId, bot.companyId) : null
    await notifyMeetingsChanged(trx, meeting.companyId)
    if (isMoving) await notifyMeetingsChanged(trx, bot.companyId)
    if (same === null) return saveBotOfMeeting(trx, eventId, bot)
    await joinMeeting(trx, { from: eventId, to: same, userId: actor.userId })
    const joined = await lockMeeting(trx, same)
    if (joined?.organizerId === actor.userId && joined.phase === 'scheduled') return saveBotOfMeeting(trx, same, bot)
    // The settings there are those of a colleague, or in use: these are not saved.
    return readDefaultConfig(trx, actor)
  })
}

async function saveBotOfMeeting(trx: Trx, meetingId: string, bot: StoredBot): Promise<BotConfig> {
  await saveBot(trx, { meetingId }, bot)
  await moveMeeting(trx, meetingId, bot)
  return { ...bot, eventId: meetingId }
}

/** The company must be one of the person's, and they must be able to edit articles in the workspace. */
async function checkTarget(db: Db, actor: Member, fields: Fields, defaultCompanyId: string): Promise<StoredBot> {
  const { companyId: askedCompany, workspaceId: askedWorkspace, ...bot } = fields
  const companyId = askedCompany ?? defaultCompanyId
  // Recordings would go to people of a company to which the operator did not log in.
  if (actor.isOperator && companyId !== actor.company.id) throw new AppError('operator_session')
  if ((await findActiveCompany(db, actor.userId, companyId)) === null) throw new AppError('unknown_company')
  if (!askedWorkspace) return { ...bot, companyId, workspaceId: null }
  const workspace = await findEditableWorkspace(db, actor.userId, { companyId, workspaceId: askedWorkspace })
  if (workspace === null) throw new AppError('unknown_workspace')
  return { ...bot, companyId, workspaceId: workspace.id }
}
