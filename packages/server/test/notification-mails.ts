/** Creates and sends the notification emails that are due at a given time, and reads the results. */
import { collectDueMails } from '../src/notification/mail/collect-due-mails.ts'
import { mailNotifications } from '../src/notification/mail/mail-notifications.ts'
import { createUnsubscribeTokens } from '../src/notification/mail/unsubscribe-token.ts'
import type { Mail, Mailer } from '../src/platform/mail/mailer.ts'
import { testSecret, type TestServer } from './server.ts'

export type MailBox = {
  readonly mails: Mail[]
  /** Sends everything that is due by then. */
  readonly sendDue: (now: Date) => Promise<Mail[]>
  /** For a server without a worker: emails that were created and not sent yet. */
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
      await collectDueMails({ ...services, collectAgainAt: async () => undefined }, now)
      const waiting = await server.db
        .selectFrom('notification_mails')
        .where('sent_at', 'is', null)
        .orderBy('id')
        .select('id')
        .execute()
      for (const { id } of waiting) await mailNotifications(services, id, { now })
      return mails.slice(before)
    },
  }
}
