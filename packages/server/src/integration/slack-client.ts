/**
 * Slack. Its library takes a while to load, which an installation without Slack never does. It retries for half an hour
 * on its own, so retries and waiting are turned off: jobs do both.
 */
import type { WebClient } from '@slack/web-api'
import type { SlackSettings } from '../platform/config/slack.ts'
import { SlackError, toSlackError } from './slack-error.ts'

/** The access that Slack has granted for one channel. */
export type SlackGrant = {
  readonly token: string
  /** Posts to the chosen channel, also where the bot is no member. */
  readonly webhookUrl: string
  readonly botUserId: string | null
  readonly teamId: string
  readonly teamName: string
  readonly channelId: string
  readonly channel: string
}

type SlackMessage = {
  /** In Slack's markup. */
  readonly text: string
  /** The same for every attempt. */
  readonly id: string
}

/** A message that contains links: of a channel, or one that is still being written. */
export type UnfurlTarget =
  | { readonly channel: string; readonly ts: string }
  | { readonly unfurlId: string; readonly source: 'composer' | 'conversations_history' }

export type LinkCard = { readonly title: string; readonly context: string }

export type SlackClient = {
  authorizationUrl(input: { readonly state: string; readonly redirectUri: string }): string
  /** Null if no channel was chosen. */
  exchangeCode(input: { readonly code: string; readonly redirectUri: string }): Promise<SlackGrant | null>
  post(target: Pick<SlackGrant, 'token' | 'webhookUrl' | 'channelId'>, message: SlackMessage): Promise<void>
  unfurl(token: string, target: UnfurlTarget, cards: ReadonlyMap<string, LinkCard>): Promise<void>
  revoke(token: string): Promise<void>
}

/** The person chooses the channel on Slack's page; `links:*` show cards for links to articles. */
const scopes = ['incoming-webhook', 'chat:write', 'chat:write.public', 'links:read', 'links:write']

const timeLimitMs = 10_000
/** A person waits for it. */
const revokeTimeLimitMs = 4000

/** The bot cannot see a private channel that it was not invited to. */
const notMemberCodes = new Set(['not_in_channel', 'channel_not_found'])

export function createSlackClient({ clientId, clientSecret, origin }: SlackSettings): SlackClient {
  const open = async (token?: string, timeout = timeLimitMs): Promise<WebClient> => {
    const { WebClient } = await import('@slack/web-api')
    return new WebClient(token, {
      slackApiUrl: `${origin}/api/`,
      allowAbsoluteUrls: false,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout,
      logger: silentLogger,
    })
  }

  const ask = async <Answer>(client: Promise<WebClient>, question: (client: WebClient) => Promise<Answer>) => {
    try {
      return await question(await client)
    } catch (error) {
      throw await toSlackError(error)
    }
  }

  return {
    authorizationUrl({ state, redirectUri }) {
      const url = new URL(`${origin}/oauth/v2/authorize`)
      const query = { client_id: clientId, scope: scopes.join(','), redirect_uri: redirectUri, state }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },

    async exchangeCode({ code, redirectUri }) {
      const granted = await ask(open(), (client) =>
        client.oauth.v2.access({ client_id: clientId, client_secret: clientSecret, code, redirect_uri: redirectUri }),
      )
      // Null if the app is installed in an organization instead of a team.
      const team = granted.team ?? granted.enterprise
      const { access_token: token, incoming_webhook: webhook } = granted
      if (!token || !team?.id || !webhook?.url || !webhook.channel_id) return null
      return {
        token,
        webhookUrl: webhook.url,
        botUserId: granted.bot_user_id ?? null,
        teamId: team.id,
        teamName: team.name ?? team.id,
        channelId: webhook.channel_id,
        channel: webhook.channel ?? webhook.channel_id,
      }
    },

    async post({ token, webhookUrl, channelId }, { text, id }) {
      const content = { text, unfurl_links: false, unfurl_media: false }
      try {
        await ask(open(token), (client) =>
          // Slack drops a second message with the same client_msg_id, but documents this only by its error codes.
          client.apiCall('chat.postMessage', { ...content, channel: channelId, client_msg_id: id }),
        )
      } catch (error) {
        if (!(error instanceof SlackError && error.kind === 'refused' && notMemberCodes.has(error.code))) throw error
        await postToWebhook(webhookUrl, content)
      }
    },

    async unfurl(token, target, cards) {
      const unfurls = Object.fromEntries([...cards].map(([url, card]) => [url, { blocks: toBlocks(card) }]))
      const where =
        'ts' in target
          ? { channel: target.channel, ts: target.ts }
          : { unfurl_id: target.unfurlId, source: target.source }
      await ask(open(token), (client) => client.chat.unfurl({ ...where, unfurls }))
    },

    async revoke(token) {
      await ask(open(token, revokeTimeLimitMs), (client) => client.auth.revoke())
    },
  }
}

/** Plain text: nothing in a title is read as markup. */
const toBlocks = ({ title, context }: LinkCard) => [
  { type: 'section' as const, text: { type: 'plain_text' as const, text: title, emoji: false } },
  { type: 'context' as const, elements: [{ type: 'plain_text' as const, text: context, emoji: false }] },
]

async function postToWebhook(url: string, content: Readonly<Record<string, unknown>>): Promise<void> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    })
  } catch (cause) {
    throw SlackError.unreachable(cause instanceof Error ? cause.name : 'unknown')
  }
  const code = (await response.text().catch(() => '')).slice(0, 60)
  if (response.ok) return
  if (response.status === 429) throw SlackError.limited(Number(response.headers.get('retry-after')))
  if (response.status >= 500) throw SlackError.unreachable(`http_${response.status}`)
  throw SlackError.refused(/^[a-z_]+$/.test(code) ? code : `http_${response.status}`)
}

const ignore = () => undefined

/** The library's log lines contain requests. */
const silentLogger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  setLevel: ignore,
  getLevel: () => 'error' as never,
  setName: ignore,
}
