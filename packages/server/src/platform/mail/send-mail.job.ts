import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Db } from '../database/db.ts'
import { defineJob, type JobServices } from '../jobs/job.ts'
import type { Mailer, NewMail } from './mailer.ts'

declare module '../jobs/job.ts' {
  interface JobServices {
    mail: Mailer
  }
}

export const sendMail = defineJob({
  name: 'send-mail',
  title: 'Send an email',
  payload: z.strictObject({
    messageId: z.uuid(),
    to: z.email().max(254),
    subject: z.string().min(1).max(300),
    text: z.string().max(100_000),
    html: z.string().max(200_000),
  }),
  // They contain links that sign a person in.
  secrets: ['text', 'html'],
  attempts: 10,
  backoff: { firstSeconds: 15, maxSeconds: 3600 },
  expireInSeconds: 120,
  concurrency: 2,
  load:
    async () =>
    async ({ payload, services, signal, log }) => {
      const { messageId: id, ...mail } = payload
      await services.mail.send({ id, ...mail }, signal)
      log(`Handed over, message id ${id}`)
    },
})

/** The email is sent once the transaction commits. */
export async function enqueueMail(
  db: Db,
  jobs: JobServices['jobs'],
  { id = randomUUID(), ...mail }: NewMail,
): Promise<void> {
  await jobs.enqueue(db, sendMail, { messageId: id, ...mail })
}
