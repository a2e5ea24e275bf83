import { randomUUID } from 'node:crypto'
import type { BaseLogger } from 'pino'
import type { Db } from '../database/db.ts'
import { PermanentFailure, type JobServices } from '../jobs/job.ts'
import type { Mailer, NewMail } from './mailer.ts'
import { sendMail } from './send-mail.job.ts'

export type MailDelivery = {
  readonly db: Db
  readonly jobs: JobServices['jobs']
  readonly mail: Mailer
  readonly log: Pick<BaseLogger, 'warn'>
}

/** How long a person waits for the response, in ms. */
const sendTimeoutMs = 8000

/**
 * Sends an email while the person who requested it waits, after their transaction; false if it was not sent. If the
 * mail server may accept it later, the job sends it under the same id.
 */
export async function deliverMail(
  { db, jobs, mail, log }: MailDelivery,
  { id = randomUUID(), ...content }: NewMail,
): Promise<boolean> {
  try {
    await mail.send({ id, ...content }, AbortSignal.timeout(sendTimeoutMs))
    return true
  } catch (error) {
    log.warn({ err: error, mailId: id }, 'a mail could not be sent immediately')
    if (!(error instanceof PermanentFailure)) await jobs.enqueue(db, sendMail, { messageId: id, ...content })
    return false
  }
}
