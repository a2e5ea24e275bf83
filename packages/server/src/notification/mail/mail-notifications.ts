/**
 * Sends one email. Its content is read now, and again in each retry: what was deleted, read or unsubscribed from in the
 * meantime is left out, and people who lost access receive nothing.
 */
import { hasUsableCompany } from '../../access/index.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
// Email jobs receive a mailer.
import type {} from '../../platform/mail/index.ts'
import { findMember, getAccount } from '../../user/index.ts'
import { memberIdentity } from '../../workspace/index.ts'
import { composeNotification } from './compose-notification.ts'
import { deleteMail, findUnsentMail, listUpdates, markMailSent, type MailRow } from './mail.queries.ts'
import type { UnsubscribeTokens } from './unsubscribe-token.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    unsubscribeTokens: UnsubscribeTokens
  }
}

type Services = Pick<JobServices, 'db' | 'mail' | 'publicAddress' | 'unsubscribeTokens'>

/** Returns a line for the log of the job. */
export async function mailNotifications(
  services: Services,
  mailId: string,
  { signal, now = new Date() }: { readonly signal?: AbortSignal; readonly now?: Date } = {},
): Promise<string> {
  const { db, mail } = services
  const row = await findUnsentMail(db, mailId)
  if (row === null) return 'Already sent, or its article no longer exists'
  const updates = await readUpdates(services, row)
  if (updates.length === 0) {
    await deleteMail(db, mailId)
    return 'No items left'
  }
  const { email } = await getAccount(db, row.userId)
  const content = composeNotification(updates, {
    publicAddress: services.publicAddress(),
    tokenOf: (articleId) =>
      services.unsubscribeTokens.make({ userId: row.userId, companyId: row.companyId, articleId }),
    isDigest: row.articleId === null,
  })
  await mail.send({ id: row.id, to: email, ...content }, signal)
  await markMailSent(db, mailId, now)
  return `Items sent: ${updates.length}`
}

async function readUpdates({ db }: Services, { id, userId, companyId }: MailRow) {
  const member = await findMember(db, { userId, companyId })
  if (member === null || !hasUsableCompany(member)) return []
  const facts = memberIdentity(member)
  return facts === null ? [] : listUpdates(db, facts, id)
}
