/** Composes the meetings: calendars, invitations and their services, for calls and for jobs. */
import path from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { SignAddress } from '../access/index.ts'
import { createPartAddresses } from '../video/index.ts'
import {
  chooseRunners,
  createRecoverer,
  findBotAddress,
  meetingRoutes,
  openSpoolFolder,
  registerMailWebhook,
  startBots,
  startMailListener,
  type CalendarServices,
  type MailServices,
} from '../meeting/index.ts'
import type { Config } from '../platform/config/config.ts'
import { noMeetingSettings } from '../platform/config/meeting-settings.ts'
import { deriveKey } from '../platform/crypto/sealed-box.ts'
import type { Db } from '../platform/database/db.ts'
import { createConditionalFetch, type ConditionalFetch } from '../platform/fetch/index.ts'
import type { FileStorage } from '../platform/files/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'

export type MailResolver = MailServices['resolver']

type MeetingOptions = {
  readonly config: Pick<Config, 'secret' | 'dataDirectory'> & Partial<Pick<Config, 'meetings' | 'host' | 'bots'>>
  readonly fetchCalendar?: ConditionalFetch | undefined
  readonly resolver?: MailResolver
  readonly extensionDirectory?: string | undefined
}

type MeetingParts = {
  readonly db: Db
  readonly files: FileStorage
  readonly enqueue: Enqueue
  readonly log: FastifyBaseLogger
  readonly signAddress: SignAddress
  /** Where bots reach the API. */
  readonly ownAddress: () => string
}

export function openMeetings(
  { config, fetchCalendar = createConditionalFetch(), resolver, extensionDirectory = '' }: MeetingOptions,
  { db, files, enqueue, log, signAddress, ownAddress }: MeetingParts,
) {
  const { jitsiHosts, mail } = config.meetings ?? noMeetingSettings
  const calendars: CalendarServices = {
    calendarKey: deriveKey(config.secret, 'addresses of calendars'),
    fetchCalendar,
    jitsiHosts,
  }
  const mailServices = mail && { db, jitsiHosts, resolver, ...mail }
  const spool = openSpoolFolder(path.join(config.dataDirectory, 'bots'))
  const uploading = {
    db,
    files,
    enqueue,
    log,
    origin: ownAddress,
    addresses: createPartAddresses(config.secret),
    spool,
  }
  const recoverer = createRecoverer(uploading)
  return {
    routes: meetingRoutes({
      db,
      signAddress,
      calendars,
      findBotAddress: async (companyId) => mail && findBotAddress(db, mail.domain, companyId),
    }),
    services: { calendars, recoverRecordings: () => recoverer.recover() },
    registerWebhook(api: FastifyInstance): void {
      if (mailServices !== null && mailServices.webhookSecret !== null)
        registerMailWebhook(api, mailServices, mailServices.webhookSecret)
    },
    /** Receives invitations and sends bots, if this process does. */
    async start(isApi: boolean): Promise<{ readonly mailPort: number | null; close(): Promise<void> }> {
      const port = isApi ? (mailServices?.port ?? null) : null
      const listener =
        mailServices === null || port === null
          ? null
          : await startMailListener(mailServices, { port, host: config.host ?? '127.0.0.1', log })
      const bots = config.bots
        ? await startBots({
            concurrency: config.bots.concurrency,
            runners: chooseRunners(config.bots, extensionDirectory),
            ...uploading,
            recoverer,
          })
        : null
      return {
        mailPort: listener?.port ?? null,
        async close() {
          await bots?.stop()
          await recoverer.stop()
          await spool.close()
          await listener?.close()
        },
      }
    },
  }
}
