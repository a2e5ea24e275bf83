/**
 * `POST /integration/slack/events`: what happens in Slack. Slack waits three seconds for the answer and otherwise sends
 * the event again, so links are shown by a job.
 */
import { parseArticleLink } from '@knowreel/shared/article/article-link.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Db } from '../platform/database/db.ts'
import { registerRawPost } from '../platform/http/raw-post.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { isOwnHost } from './article-url.ts'
import { isFromSlack } from './slack-signature.ts'
import type { SlackServices } from './slack-services.ts'
import { listShownArticles, saveRevocation } from './slack.queries.ts'
import { unfurlSlackLinks } from './unfurl-slack-links.job.ts'

const maxBytes = 1_000_000
const maxLinks = 20

type Dependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly slack: SlackServices | null
  readonly signingSecret: string
}

export function registerSlackEvents(api: FastifyInstance, dependencies: Dependencies): void {
  const { slack, signingSecret } = dependencies
  registerRawPost(api, { path: '/integration/slack/events', bodyLimit: maxBytes }, async ({ headers }, body) => {
    if (slack === null) throw new AppError('slack_off')
    const timestamp = headers['x-slack-request-timestamp']
    if (!isFromSlack({ timestamp, signature: headers['x-slack-signature'], body }, signingSecret, new Date()))
      throw new AppError('webhook_not_signed')
    const message = readMessage(body)
    if (message.type === 'url_verification') return { challenge: message.challenge }
    await receiveEvent({ ...dependencies, slack }, message)
    return { success: true }
  })
}

const id = z.string().max(100)

const envelope = z.object({
  type: z.literal('event_callback'),
  event_id: id,
  /** In seconds. */
  event_time: z.number(),
  team_id: id.nullish(),
  enterprise_id: id.nullish(),
  /** The channel is shared with another organization. */
  is_ext_shared_channel: z.boolean().nullish(),
  authorizations: z.array(z.object({ team_id: id.nullish(), enterprise_id: id.nullish() })).nullish(),
  event: z.looseObject({ type: z.string() }),
})

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string().max(500) }),
  envelope,
])

const linkShared = z.object({
  channel: id,
  message_ts: id,
  unfurl_id: z.string().max(300).nullish(),
  source: z.enum(['composer', 'conversations_history']).nullish(),
  links: z.array(z.object({ url: z.string().max(3000) })).max(100),
})

const tokensRevoked = z.object({ tokens: z.object({ bot: z.array(id).max(1000).nullish() }) })

type SlackEvent = z.output<typeof envelope>

function readMessage(body: Buffer): z.output<typeof message> {
  try {
    return message.parse(JSON.parse(body.toString('utf8')))
  } catch (cause) {
    throw new AppError('unreadable_request', { cause })
  }
}

async function receiveEvent(
  { db, enqueue, slack }: Dependencies & { readonly slack: SlackServices },
  received: SlackEvent,
): Promise<void> {
  const teamIds = teamIdsOf(received)
  const { event } = received
  switch (event.type) {
    case 'link_shared':
      return showLinks({ db, enqueue, slack }, received, teamIds)
    case 'app_uninstalled':
      return saveRevocation(db, { teamIds, botUserIds: null, connectedUntil: timeOf(received) })
    case 'tokens_revoked': {
      const botUserIds = tokensRevoked.safeParse(event).data?.tokens.bot ?? []
      return saveRevocation(db, { teamIds, botUserIds, connectedUntil: timeOf(received) })
    }
    default:
  }
}

const teamIdsOf = ({ team_id, enterprise_id, authorizations }: SlackEvent): string[] => {
  const ids = [team_id, enterprise_id, ...(authorizations ?? []).flatMap((one) => [one.team_id, one.enterprise_id])]
  return [...new Set(ids.filter((one) => one != null))].slice(0, 10)
}

/** Slack sends whole seconds, and repeats events for hours: what was connected later is not meant. */
const timeOf = ({ event_time }: SlackEvent): Date => new Date(event_time * 1000)

async function showLinks(
  { db, enqueue, slack }: Pick<Dependencies, 'db' | 'enqueue'> & { readonly slack: SlackServices },
  { event, event_id, is_ext_shared_channel }: SlackEvent,
  teamIds: string[],
): Promise<void> {
  const shared = linkShared.safeParse(event).data
  // People of other organizations would see the titles.
  if (shared === undefined || is_ext_shared_channel) return
  const links = shared.links
    .flatMap(({ url }) => {
      const link = parseArticleLink(url)
      return link?.host != null && isOwnHost(slack, link.host) ? [{ url, articleId: link.id }] : []
    })
    .slice(0, maxLinks)
  const shown = await listShownArticles(
    db,
    teamIds,
    links.map(({ articleId }) => articleId),
  )
  if (shown.length === 0) return
  const { channel, message_ts: ts, unfurl_id: unfurlId, source } = shared
  const target = unfurlId && source ? { unfurlId, source } : { channel, ts }
  await enqueue(db, unfurlSlackLinks, { teamIds, target, links }, { singletonKey: event_id })
}
