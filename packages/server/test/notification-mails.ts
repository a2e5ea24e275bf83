/** Makes and sends the mails about notifications that are due at a moment, and reads what came of it. */
import { collectDueMails } from '../src/notification/collect-due-mails.ts'
import { mailNews } from '../src/notification/mail-news.ts'
import { createUnsubscribeTokens } from '../src/notification/unsubscribe-token.ts'
import type { Mail, Mailer } from '../src/platform/mail/mailer.ts'
import { testSecret, type TestServer } from './server.ts'

export type MailBox = {
  readonly mails: Mail[]
  /** Everything that is due by then leaves. */
  readonly sendDue: (now: Date) => Promise<Mail[]>
  /** Of a server without a worker: what was made and did not leave yet. */
  readonly services: ReturnType<typeof servicesOf>
}

const servicesOf = ({ db, jobs }: TestServer, mail: Mailer) => ({
  db,
  jobs,
  mail,
  publicAddress: () => 'https://know.example.org',
  unsubscribeTokens: createUnsubscribeTokens(testSecret),
})

export function openMailBox(server: TestServer, given?: Mailer): MailBox {
  const mails: Mail[] = []
  const mail = given ?? { send: async (sent: Mail) => void mails.push(sent) }
  const services = servicesOf(server, mail)
  return {
    mails,
    services,
    async sendDue(now) {
      const before = mails.length
      await collectDueMails({ ...services, askAgain: async () => undefined }, now)
      const waiting = await server.db
        .selectFrom('notification_mails')
        .where('sent_at', 'is', null)
        .orderBy('id')
        .select('id')
        .execute()
      for (const { id } of waiting) await mailNews(services, id, { now })
      return mails.slice(before)
    },
  }
}
