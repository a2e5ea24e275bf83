import { StartupError } from './startup-error.ts'

export type SlackSettings = {
  readonly clientId: string
  readonly clientSecret: string
  readonly signingSecret: string
  /** Slack's own server, or another one that speaks its protocol. Without a trailing slash. */
  readonly origin: string
}

type Values = {
  readonly SLACK_CLIENT_ID?: string | undefined
  readonly SLACK_CLIENT_SECRET?: string | undefined
  readonly SLACK_SIGNING_SECRET?: string | undefined
  readonly SLACK_URL?: string | undefined
}

/** Null: workspaces cannot be connected. */
export function readSlack(values: Values): SlackSettings | null {
  const { SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_SIGNING_SECRET, SLACK_URL = 'https://slack.com' } = values
  const required = { SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_SIGNING_SECRET }
  const missing = Object.entries(required).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === Object.keys(required).length) return null
  if (missing.length > 0) throw new StartupError(`Slack needs ${missing.join(' and ')} too.`)
  return {
    clientId: SLACK_CLIENT_ID ?? '',
    clientSecret: SLACK_CLIENT_SECRET ?? '',
    signingSecret: SLACK_SIGNING_SECRET ?? '',
    origin: SLACK_URL.replace(/\/+$/, ''),
  }
}
