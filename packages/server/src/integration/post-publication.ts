/**
 * Posts a publish to the channel of its workspace. Slack has no documented way to send a message at most once: if its
 * answer is lost, the next attempt may post it again. What it has answered is recorded and never posted again.
 */
import { PermanentFailure, type JobServices } from '../platform/jobs/index.ts'
import { articleUrl } from './article-url.ts'
import type {} from './slack-services.ts'
import { failureOf, SlackError } from './slack-error.ts'
import { composePost } from './slack-message.ts'
import {
  findArticleToPost,
  hasPost,
  insertPost,
  saveFailure,
  saveOwnRevocation,
  type Connection,
} from './slack.queries.ts'

type Publication = { readonly publicationId: string; readonly articleId: string; readonly workspaceId: string }
type Services = Pick<JobServices, 'db' | 'slack'>
type PostLater = (startAfter: Date) => Promise<unknown>

/** Later, nobody expects the message any more. */
const maxAgeMs = 86_400_000

/** Returns a line for the log of the job. */
export async function postPublication(
  services: Services,
  publication: Publication,
  postLater: PostLater,
  now = new Date(),
): Promise<string> {
  const { db, slack } = services
  const { publicationId, workspaceId } = publication
  if (slack === null) return 'Slack is not set up'
  if (await hasPost(db, publicationId)) return 'It is already posted'
  const article = await findArticleToPost(db, publication)
  if (article === null) return 'The article or the connection is gone'
  try {
    const { channelId } = article
    const target = { ...slack.secrets.open(workspaceId, article.secrets), channelId }
    await slack.client.post(target, { text: composePost(article, articleUrl(slack, article)), id: publicationId })
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    return handleFailure(db, publication, { error, connection: article, postLater, now })
  }
  await insertPost(db, publicationId, workspaceId)
  await saveFailure(db, article, null)
  return 'Posted'
}

type Failed = {
  readonly error: SlackError
  readonly connection: Connection
  readonly postLater: PostLater
  readonly now: Date
}

async function handleFailure(
  db: Services['db'],
  { publicationId }: Publication,
  { error, connection, postLater, now }: Failed,
): Promise<string> {
  if (error.kind === 'limited') {
    if (now.getTime() - timeOf(publicationId) > maxAgeMs) throw new PermanentFailure('Slack limited it for a day')
    await postLater(new Date(now.getTime() + error.retryAfterSeconds * 1000))
    return `Slack limits requests; posted again in ${error.retryAfterSeconds} s`
  }
  if (error.kind === 'unreachable') throw error
  const failure = failureOf(error)
  if (failure === null) throw new PermanentFailure(error.message)
  if (failure === 'channel_gone') await saveFailure(db, connection, failure)
  else await saveOwnRevocation(db, connection)
  return `Slack refused it: ${error.code}`
}

/** The milliseconds in a uuid v7. */
const timeOf = (uuid: string): number => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)
