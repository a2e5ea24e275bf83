import { builtInBot, type BotConfig, type CompanyBot } from '@knowreel/shared/meeting/bot.calls.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'

/** Null for the personal workspace. */
export type StoredBot = CompanyBot & { readonly companyId: string; readonly workspaceId: string | null }

const selectBots = (db: Db) =>
  db
    .selectFrom('bot_configs')
    .select(['name', 'notes_auto_generation as notesAutoGeneration', 'custom_prompt as customPrompt'])
    .select(['paragraphs_auto_generation as paragraphsAutoGeneration'])
    .select(['company_id as companyId', 'workspace_id as workspaceId'])

/** The person's settings for all of their meetings; null without any. */
export const findDefaultBot = async (db: Db, userId: string): Promise<StoredBot | null> =>
  (await selectBots(db).where('user_id', '=', userId).executeTakeFirst()) ?? null

const findMeetingBot = async (db: Db, meetingId: string): Promise<StoredBot | null> =>
  (await selectBots(db).where('meeting_id', '=', meetingId).executeTakeFirst()) ?? null

type MeetingOfPerson = { readonly meetingId: string; readonly organizerId: string; readonly companyId: string }

/** The meeting's own settings, otherwise the organizer's, the company's or the built-in ones. */
export async function findBotOf(db: Db, { meetingId, organizerId, companyId }: MeetingOfPerson): Promise<CompanyBot> {
  const own = (await findMeetingBot(db, meetingId)) ?? (await findDefaultBot(db, organizerId))
  return own ?? (await findCompanyBot(db, companyId))
}

/** For people without settings of their own. */
export const findCompanyBot = async (db: Db, companyId: string): Promise<CompanyBot> =>
  (await findCompanySettings(db, companyId)).bot ?? builtInBot

type Target = { readonly userId: string } | { readonly meetingId: string }

export async function saveBot(trx: Trx, of: Target, bot: StoredBot): Promise<void> {
  const row = {
    company_id: bot.companyId,
    workspace_id: bot.workspaceId,
    name: bot.name,
    notes_auto_generation: bot.notesAutoGeneration,
    custom_prompt: bot.customPrompt,
    paragraphs_auto_generation: bot.paragraphsAutoGeneration,
    updated_at: new Date(),
  }
  const target = 'userId' in of ? { user_id: of.userId } : { meeting_id: of.meetingId }
  await trx
    .insertInto('bot_configs')
    .values({ id: newId(), ...target, ...row })
    .onConflict((conflict) =>
      ('userId' in of
        ? conflict.column('user_id').where('user_id', 'is not', null)
        : conflict.column('meeting_id').where('meeting_id', 'is not', null)
      ).doUpdateSet(row),
    )
    .execute()
}

export type CompanySettings = { readonly retentionDays: number | null; readonly bot: CompanyBot | null }

export async function findCompanySettings(db: Db, companyId: string): Promise<CompanySettings> {
  const row = await db
    .selectFrom('company_meeting_settings')
    .where('company_id', '=', companyId)
    .select(['retention_days as retentionDays', 'bot'])
    .executeTakeFirst()
  return row ?? { retentionDays: null, bot: null }
}

export async function saveCompanySettings(
  db: Db,
  companyId: string,
  settings: Partial<CompanySettings>,
): Promise<void> {
  const change = {
    ...(settings.retentionDays === undefined ? {} : { retention_days: settings.retentionDays }),
    ...(settings.bot === undefined ? {} : { bot: settings.bot === null ? null : JSON.stringify(settings.bot) }),
  }
  await db
    .insertInto('company_meeting_settings')
    .values({ company_id: companyId, ...change })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ company_id: companyId, ...change }))
    .execute()
}

/** Upcoming meetings in other companies that use the person's default and that nobody else has. */
export async function listMeetingsOfDefaultElsewhere(trx: Trx, userId: string, companyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from meetings m
    where m.organizer_id = ${userId} and m.company_id <> ${companyId} and m.phase = 'scheduled'
      and not exists (select from bot_configs c where c.meeting_id = m.id)
      and not exists (select from meeting_owners o where o.meeting_id = m.id and o.user_id <> ${userId})
    order by m.id
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/** Moves meetings of this company that use the default to its new workspace. */
export async function moveMeetingsOfDefault(
  trx: Trx,
  userId: string,
  { companyId, workspaceId }: Pick<BotConfig, 'companyId' | 'workspaceId'>,
): Promise<void> {
  await sql`
    update meetings m set workspace_id = ${workspaceId}
    where m.organizer_id = ${userId} and m.company_id = ${companyId} and m.phase = 'scheduled'
      and not exists (select from bot_configs c where c.meeting_id = m.id)
  `.execute(trx)
}
