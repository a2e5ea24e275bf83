import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { NotificationSettings } from '@knowreel/shared/notification/notification.calls.ts'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { findSettings, isKnownTimeZone, saveSettings } from './settings.queries.ts'

/** Omitted settings stay unchanged. */
export async function changeSettings(
  db: Db,
  { userId, company }: Member,
  change: { readonly [Name in keyof NotificationSettings]?: NotificationSettings[Name] | undefined },
): Promise<NotificationSettings> {
  const person = { userId, companyId: company.id }
  const { timeZone } = change
  if (typeof timeZone === 'string' && !(await isKnownTimeZone(db, timeZone))) throw new AppError('unknown_time_zone')
  return runTransaction(db, async (trx) => {
    const present = await findSettings(trx, person)
    const settings = {
      mentions: change.mentions ?? present.mentions,
      comments: change.comments ?? present.comments,
      publishes: change.publishes ?? present.publishes,
      shares: change.shares ?? present.shares,
      timeZone: timeZone === undefined ? present.timeZone : timeZone,
    }
    await saveSettings(trx, person, settings)
    return settings
  })
}
