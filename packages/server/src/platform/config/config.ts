import path from 'node:path'
import { z } from 'zod'
import type { S3Settings } from '../files/index.ts'
import { isModelAddress, isPrice, readAiModels, type AiModels } from './ai-models.ts'
import { readBilling, type BillingSettings } from './billing.ts'
import { readBotSettings, readPlatforms, type BotSettings } from './bot-settings.ts'
import { prepareDataDirectory, readOrCreateSecret } from './data-directory.ts'
import { parseDsn, readErrorReporting, type ErrorReporting } from './error-reporting.ts'
import { isListOfHosts, isMailDomain, readMeetingSettings, type MeetingSettings } from './meeting-settings.ts'
import { bucketPattern, isEndpoint, readS3 } from './s3.ts'
import { isUsableIssuer, readSocialProviders, type SocialProvider } from './social-providers.ts'
import { readHosts } from './read-hosts.ts'
import { readSlack, type SlackSettings } from './slack.ts'
import { readSpeechService, speechServiceKinds, type SpeechServiceSettings } from './speech-service.ts'
import { StartupError } from './startup-error.ts'

export type Role = (typeof ROLES)[number]

export interface Config {
  /** 0 selects any free port. */
  port: number
  host: string
  /** Absolute; exists and is writable. */
  dataDirectory: string
  /** Scheme, host and port that people type; null means http://localhost with our port. */
  publicUrl: string | null
  /** Null for the embedded PostgreSQL in the data directory. */
  databaseUrl: string | null
  roles: ReadonlySet<Role>
  /** Each company has its own host below that of `publicUrl`. */
  hasCompanyDomains: boolean
  /** `host` or `host:port`, also in the server's network, that may receive webhooks. */
  webhookHosts: readonly string[]
  /** If false, only super admins create companies. */
  isCompanyCreationOpen: boolean
  /** How companies are created. */
  newCompanies: { isActivated: boolean; isAiEnabled: boolean }
  /** Sign-in providers besides passwords. */
  socialProviders: readonly SocialProvider[]
  /** Null: files are in the data directory. */
  s3: S3Settings | null
  /** The models for companies without their own, and the hosts that these may use besides public ones. */
  ai: AiModels
  /** Null: the product is free. */
  billing: BillingSettings | null
  /** Null: workspaces cannot be connected to Slack. */
  slack: SlackSettings | null
  /** Null: the one on the PATH, otherwise the one from npm. */
  ffmpegPath: string | null
  ffprobePath: string | null
  /** Null: recordings are transcribed by the embedded engine only. */
  speechService: SpeechServiceSettings | null
  /** Whether the text in recordings and pictures is read, so that searches find it. */
  isOcrOn: boolean
  meetings: MeetingSettings
  /** Null: this process sends no bots to meetings. */
  bots: BotSettings | null
  /** Null: emails are written as files. */
  smtpUrl: string | null
  logLevel: (typeof LOG_LEVELS)[number]
  /** Null: no metrics are served. */
  metricsToken: string | null
  /** Null: errors are only in the log. */
  errorReporting: ErrorReporting | null
  /** An email address or a URL; null: people are sent to the owner of their company. */
  supportContact: string | null
  /** Where the logo of the sign-in pages leads; null: nowhere. */
  marketingUrl: string | null
  /** Signs URLs and tokens; the same for all processes of an installation. */
  secret: string
}

const ROLES = ['api', 'collab', 'worker', 'bot'] as const
/** Bots need a browser and much of the processor, so they are asked for. */
const USUAL_ROLES = ['api', 'collab', 'worker'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const SECRET_MIN_LENGTH = 32
/** Values that may contain passwords are not repeated in messages. */
const CONFIDENTIAL = new Set([
  'DATABASE_URL',
  'SMTP_URL',
  'SECRET',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TRANSCRIPTION_URL',
  'TRANSCRIPTION_KEY',
  'ERROR_REPORTING_DSN',
  'AI_API_KEY',
  'AI_IMAGE_API_KEY',
  'AI_EMBEDDING_API_KEY',
  'PADDLE_API_KEY',
  'PADDLE_WEBHOOK_SECRET',
  'SLACK_CLIENT_SECRET',
  'SLACK_SIGNING_SECRET',
  'MEETING_MAIL_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'BOT_PROVIDER_KEY',
])

const rolesMessage = `must name roles out of ${ROLES.join(', ')}, with commas between them`

const apiWithCollabMessage = 'must name api and collab together, in exactly one process'

const Environment = z.object({
  PORT: portSchema().default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('data'),
  PUBLIC_URL: z.string().transform(readOrigin).nullable().default(null),
  DATABASE_URL: urlSchema('postgres:', 'postgresql:'),
  ROLES: z
    .string()
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, rolesMessage)))
    // Publishing needs the live notes, which belong to one process.
    .refine((roles) => roles.includes('api') === roles.includes('collab'), apiWithCollabMessage)
    .default([...USUAL_ROLES]),
  COMPANY_DOMAINS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  COMPANY_CREATION: z.enum(['everybody', 'super-admins'], 'must be everybody or super-admins').default('everybody'),
  COMPANY_ACTIVATION: z
    .enum(['immediate', 'by-super-admin'], 'must be immediate or by-super-admin')
    .default('immediate'),
  COMPANY_AI: z.enum(['on', 'off'], 'must be on or off').default('off'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: z.string().refine(isUsableIssuer, 'must be an address that begins with https://').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  S3_BUCKET: z.string().regex(bucketPattern, 'must be the name of a bucket').optional(),
  S3_ENDPOINT: z.string().refine(isEndpoint, 'must be an address like https://s3.example.org').optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w./-]{1,200}$/, 'must be a path of plain letters, digits, dots, dashes and slashes')
    .optional(),
  S3_PATH_STYLE: z.enum(['on', 'off'], 'must be on or off').optional(),
  AI_BASE_URL: z.string().refine(isModelAddress, 'must be an address like https://api.example.org/v1').optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().max(200).optional(),
  AI_IMAGE_BASE_URL: z.string().refine(isModelAddress, 'must be an address like https://api.example.org/v1').optional(),
  AI_IMAGE_API_KEY: z.string().optional(),
  AI_IMAGE_MODEL: z.string().max(200).optional(),
  AI_EMBEDDING_BASE_URL: z
    .string()
    .refine(isModelAddress, 'must be an address like https://api.example.org/v1')
    .optional(),
  AI_EMBEDDING_API_KEY: z.string().optional(),
  AI_EMBEDDING_MODEL: z.string().max(200).optional(),
  AI_INPUT_PRICE: z.string().refine(isPrice, 'must be a price per million tokens').optional(),
  AI_OUTPUT_PRICE: z.string().refine(isPrice, 'must be a price per million tokens').optional(),
  AI_IMAGE_PRICE: z.string().refine(isPrice, 'must be the price of one picture').optional(),
  AI_EMBEDDING_PRICE: z.string().refine(isPrice, 'must be a price per million tokens').optional(),
  AI_ALLOWED_HOSTS: z.string().optional(),
  WEBHOOK_ALLOWED_HOSTS: z.string().optional(),
  PADDLE_API_KEY: z.string().optional(),
  PADDLE_CLIENT_TOKEN: z.string().optional(),
  PADDLE_WEBHOOK_SECRET: z.string().optional(),
  PADDLE_ENVIRONMENT: z.enum(['production', 'sandbox'], 'must be production or sandbox').default('production'),
  PADDLE_API_URL: z.string().refine(isHttpUrl, 'must be an address like http://localhost:4010').optional(),
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_URL: z.string().refine(isHttpUrl, 'must be an address like https://slack.com').optional(),
  FFMPEG_PATH: z.string().nullable().default(null),
  FFPROBE_PATH: z.string().nullable().default(null),
  TRANSCRIPTION_URL: z.string().refine(isEndpoint, 'must be an address like https://speech.example.org/v1').optional(),
  TRANSCRIPTION_KEY: z.string().optional(),
  TRANSCRIPTION_MODEL: z.string().max(200, 'must have at most 200 characters').optional(),
  TRANSCRIPTION_KIND: z.enum(speechServiceKinds, `must be ${speechServiceKinds.join(' or ')}`).optional(),
  OCR: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MEETING_JITSI_HOSTS: z.string().refine(isListOfHosts, 'must name hosts, with commas between them').optional(),
  BOT_CONCURRENCY: z
    .string()
    .regex(/^[1-9]\d?$/, 'must be a whole number from 1 to 99')
    .transform(Number)
    .default(2),
  BOT_PLATFORMS: platformsSchema().default(['jitsi']),
  BOT_PROVIDER_URL: z.string().refine(isEndpoint, 'must be an address like https://app.attendee.dev').optional(),
  BOT_PROVIDER_KEY: z.string().optional(),
  BOT_PROVIDER_PLATFORMS: platformsSchema().optional(),
  CHROMIUM_PATH: z.string().optional(),
  MEETING_MAIL_DOMAIN: z.string().refine(isMailDomain, 'must be a domain like meetings.example.org').optional(),
  MEETING_MAIL_PORT: portSchema().optional(),
  MEETING_MAIL_WEBHOOK_SECRET: secretSchema().optional(),
  METRICS_TOKEN: secretSchema().nullable().default(null),
  MEETING_MAIL_SENDER_CHECK: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SMTP_URL: urlSchema('smtp:', 'smtps:'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ERROR_REPORTING_DSN: z
    .string()
    .transform((text, context) => {
      const endpoint = parseDsn(text)
      if (endpoint !== null) return endpoint
      context.addIssue({ code: 'custom', message: 'must be a DSN like https://key@errors.example.org/7' })
      return z.NEVER
    })
    .optional(),
  ERROR_REPORTING_ENVIRONMENT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be a name of letters, digits, dots and dashes')
    .default('production'),
  SUPPORT_CONTACT: z
    .string()
    .refine(isContact, 'must be an email address or a URL that begins with https://')
    .nullable()
    .default(null),
  MARKETING_URL: z.string().refine(isHttpUrl, 'must be a URL that begins with https://').nullable().default(null),
  SECRET: secretSchema().optional(),
})

/** Throws a StartupError that names every invalid variable. An empty variable counts as absent. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const checked = Environment.safeParse(given)
  if (!checked.success) throw new StartupError(describeErrors(checked.error, given))
  const values = checked.data
  const socialProviders = readSocialProviders(values)
  if (values.ROLES.includes('bot') && !values.ROLES.includes('api') && values.PUBLIC_URL === null)
    throw new StartupError('A process with bots but without the API needs PUBLIC_URL, where they send recordings.')
  const dataDirectory = path.resolve(values.DATA_DIR)
  prepareDataDirectory(dataDirectory)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDirectory,
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    roles: new Set(values.ROLES),
    hasCompanyDomains: readCompanyDomains(values),
    isCompanyCreationOpen: values.COMPANY_CREATION === 'everybody',
    newCompanies: { isActivated: values.COMPANY_ACTIVATION === 'immediate', isAiEnabled: values.COMPANY_AI === 'on' },
    socialProviders,
    s3: readS3(values),
    ai: readAiModels(values),
    webhookHosts: readHosts(values.WEBHOOK_ALLOWED_HOSTS),
    billing: readBilling(values),
    slack: readSlack(values),
    ffmpegPath: values.FFMPEG_PATH,
    ffprobePath: values.FFPROBE_PATH,
    speechService: readSpeechService(values),
    isOcrOn: values.OCR === 'on',
    meetings: readMeetingSettings(values),
    bots: values.ROLES.includes('bot') ? readBotSettings(values) : null,
    smtpUrl: values.SMTP_URL,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    errorReporting: readErrorReporting(values),
    supportContact: values.SUPPORT_CONTACT,
    marketingUrl: values.MARKETING_URL,
    secret: values.SECRET ?? readOrCreateSecret(dataDirectory, SECRET_MIN_LENGTH),
  }
}

function describeErrors(error: z.ZodError, given: Record<string, string | undefined>): string {
  const byName = new Map(error.issues.map((issue) => [String(issue.path[0]), issue.message]))
  return [...byName]
    .map(([name, message]) => `${name} ${message}${CONFIDENTIAL.has(name) ? '' : `, not "${given[name]}"`}`)
    .join('; ')
    .concat('.')
}

/** An IP address has no subdomains. */
function readCompanyDomains(values: { COMPANY_DOMAINS: 'on' | 'off'; PUBLIC_URL: string | null }): boolean {
  if (values.COMPANY_DOMAINS === 'off') return false
  const { hostname } = new URL(values.PUBLIC_URL ?? 'http://0.0.0.0')
  if (/^[\d.]+$|^\[/.test(hostname)) {
    throw new StartupError('COMPANY_DOMAINS=on needs PUBLIC_URL with the name of the host above the companies.')
  }
  return true
}

function platformsSchema() {
  return z.string().transform((text, context) => {
    const platforms = readPlatforms(text)
    if (platforms !== null) return platforms
    context.addIssue({ code: 'custom', message: 'must name services out of jitsi, meet, teams, zoom, with commas' })
    return z.NEVER
  })
}

function portSchema() {
  const message = 'must be a whole number from 0 to 65535'
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((port) => port <= 65_535, message)
}

function secretSchema() {
  return z.string().min(SECRET_MIN_LENGTH, `must have at least ${SECRET_MIN_LENGTH} characters`)
}

function urlSchema(...protocols: string[]) {
  const isOurs = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
  return z.string().refine(isOurs, `must be a URL that begins with ${protocols[0]}//`).nullable().default(null)
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isContact(text: string): boolean {
  return isHttpUrl(text) || z.email().safeParse(text).success
}

function readOrigin(text: string, context: z.RefinementCtx): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username) {
    return url.origin
  }
  context.addIssue({ code: 'custom', message: 'must be an address like https://knowreel.example.org, without a path' })
  return z.NEVER
}
