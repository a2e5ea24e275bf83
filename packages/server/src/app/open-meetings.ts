/** Composes the meetings: calendars, invitations and their services, for calls and for jobs. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { SignAddress } from '../access/index.ts'
import {
  findBotAddress,
  meetingRoutes,
  registerMailWebhook,
  startMailListener,
  type CalendarServices,
  type MailListener,
  type MailServices,
} from '../meeting/index.ts'
import type { Config } from '../platform/config/config.ts'
import { noMeetingSettings } from '../platform/config/meeting-settings.ts'
import { deriveKey } from '../platform/crypto/sealed-box.ts'
import type { Db } from '../platform/database/db.ts'
import type { ConditionalFetch } from '../platform/fetch/index.ts'

export type MailResolver = MailServices['resolver']

type MeetingParts = {
  readonly db: Db
  readonly config: Pick<Config, 'secret'> & Partial<Pick<Config, 'meetings' | 'host'>>
  readonly signAddress: SignAddress
  readonly fetchCalendar: ConditionalFetch
  /** How the domains of senders are looked up; tests have none. */
  readonly resolver: MailResolver
}

export function openMeetings({ db, config, signAddress, fetchCalendar, resolver }: MeetingParts) {
  const { jitsiHosts, mail } = config.meetings ?? noMeetingSettings
  const calendars: CalendarServices = {
    calendarKey: deriveKey(config.secret, 'addresses of calendars'),
    fetchCalendar,
    jitsiHosts,
  }
  const mailServices = mail && { db, jitsiHosts, resolver, ...mail }
  return {
    routes: meetingRoutes({
      db,
      signAddress,
      calendars,
      findBotAddress: async (company) => mail && findBotAddress(db, mail.domain, company),
    }),
    services: { calendars },
    registerWebhook(api: FastifyInstance): void {
      if (mailServices !== null && mailServices.webhookSecret !== null)
        registerMailWebhook(api, mailServices, mailServices.webhookSecret)
    },
    /** Null unless invitations are received over SMTP. */
    async startMail(log: FastifyBaseLogger): Promise<MailListener | null> {
      if (mailServices === null || mailServices.port === null) return null
      return startMailListener(mailServices, { port: mailServices.port, host: config.host ?? '127.0.0.1', log })
    },
  }
}
