/** The parts that the program and the tests pass to the app. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Member } from '../access/index.ts'
import type { AiTimes } from '../ai/index.ts'
import type { ErrorReporter } from '../error-report/index.ts'
import type { EmbedEndpoints } from '../file/index.ts'
import type { Config } from '../platform/config/config.ts'
import type { DatabaseConnection } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import type { ConditionalFetch, PublicFetch } from '../platform/fetch/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { AnyStream } from '../platform/sockets/index.ts'
import type { MailResolver } from './open-meetings.ts'

export type AppOptions = {
  readonly config: Pick<Config, 'dataDirectory' | 'publicUrl' | 'roles' | 'secret' | 'smtpUrl'> & Partial<Config>
  readonly connection: DatabaseConnection | { url: string }
  readonly log: Logger
  /** The directory of the built web app. */
  readonly webDirectory: string
  /** The directory of the built recorder extension. */
  readonly extensionDirectory?: string
  /** Default: true; only tests turn it off. */
  readonly isRateLimited?: boolean
  readonly streams?: readonly AnyStream<Member>[]
  /** Default: reporting is off. */
  readonly reporter?: ErrorReporter
  /** Fetches URLs that people enter; tests have no public ones. */
  readonly fetchPublic?: PublicFetch
  /** Where the titles of embedded pages are requested; tests have a server of their own. */
  readonly embedEndpoints?: EmbedEndpoints | undefined
  readonly fetchCalendar?: ConditionalFetch
  /** Looks up the domains of senders; tests have none. */
  readonly resolver?: MailResolver | undefined
  /** How long a model may be silent; tests wait less. */
  readonly aiTimes?: AiTimes
}

export type App = {
  readonly http: FastifyInstance
  readonly db: Db
  readonly jobs: Jobs
  /** The port of the listener for invitations; null without one. */
  readonly mailPort: number | null
  /** Finishes requests and jobs in progress, then releases everything. */
  stop(): Promise<void>
}
