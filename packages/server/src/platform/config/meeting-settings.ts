import { readHosts } from './read-hosts.ts'
import { StartupError } from './startup-error.ts'

export type MeetingSettings = {
  /** Hosts of the installation's own Jitsi servers; with a port unless it is the usual one. */
  readonly jitsiHosts: readonly string[]
  /** Null if the installation receives no invitations by email. */
  readonly mail: MeetingMailSettings | null
}

export type MeetingMailSettings = {
  /** The domain of the bot's email addresses. */
  readonly domain: string
  /** The port of the SMTP listener; null without one. */
  readonly port: number | null
  /** The secret of the webhook; null without one. */
  readonly webhookSecret: string | null
  /** False if whatever hands messages over has checked that their senders are who they say. */
  readonly isSenderChecked: boolean
}

export const noMeetingSettings: MeetingSettings = { jitsiHosts: [], mail: null }

type MeetingValues = {
  readonly MEETING_JITSI_HOSTS?: string | undefined
  readonly MEETING_MAIL_DOMAIN?: string | undefined
  readonly MEETING_MAIL_PORT?: number | undefined
  readonly MEETING_MAIL_WEBHOOK_SECRET?: string | undefined
  readonly MEETING_MAIL_SENDER_CHECK: 'on' | 'off'
}

export const readMeetingSettings = (values: MeetingValues): MeetingSettings => ({
  jitsiHosts: readHosts(values.MEETING_JITSI_HOSTS?.toLowerCase()),
  mail: readMail(values),
})

function readMail(values: MeetingValues): MeetingMailSettings | null {
  const domain = values.MEETING_MAIL_DOMAIN?.toLowerCase() ?? null
  const port = values.MEETING_MAIL_PORT ?? null
  const webhookSecret = values.MEETING_MAIL_WEBHOOK_SECRET ?? null
  const isReceiving = port !== null || webhookSecret !== null
  if (domain === null && !isReceiving) return null
  if (domain === null)
    throw new StartupError('MEETING_MAIL_PORT and MEETING_MAIL_WEBHOOK_SECRET need MEETING_MAIL_DOMAIN.')
  if (!isReceiving)
    throw new StartupError('MEETING_MAIL_DOMAIN needs MEETING_MAIL_PORT or MEETING_MAIL_WEBHOOK_SECRET.')
  return { domain, port, webhookSecret, isSenderChecked: values.MEETING_MAIL_SENDER_CHECK === 'on' }
}

export const isListOfHosts = (text: string): boolean =>
  text.split(',').every((host) => /^[a-z\d.-]+(?::\d{1,5})?$/i.test(host.trim()))

export const isMailDomain = (text: string): boolean => /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)
