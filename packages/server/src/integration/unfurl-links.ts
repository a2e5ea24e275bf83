/**
 * Shows title, author and workspace of articles that are linked in Slack: those in workspaces that are connected to the
 * team, with the connection of each.
 */
import { PermanentFailure, type JobServices } from '../platform/jobs/index.ts'
import { failureOf, SlackError } from './slack-error.ts'
import type { LinkCard, UnfurlTarget } from './slack-client.ts'
import { composeCard } from './slack-message.ts'
import { listShownArticles, saveOwnRevocation, type ShownArticle } from './slack.queries.ts'
import type {} from './slack-services.ts'

type LinksInSlack = {
  readonly teamIds: readonly string[]
  readonly target: UnfurlTarget
  readonly links: readonly { readonly url: string; readonly articleId: string }[]
}
type Services = Pick<JobServices, 'db' | 'slack'>
/** A line for the log of the job, and how long Slack asks to wait before the rest is shown. */
type Outcome = { readonly line: string; readonly waitSeconds: number | null }

export async function unfurlLinks(services: Services, given: LinksInSlack): Promise<Outcome> {
  const { db, slack } = services
  if (slack === null) return { line: 'Slack is not set up', waitSeconds: null }
  const ids = given.links.map(({ articleId }) => articleId)
  const shown = await listShownArticles(db, given.teamIds, ids)
  const byWorkspace = Map.groupBy(shown, ({ workspaceId }) => workspaceId)
  const failures: SlackError[] = []
  for (const articles of byWorkspace.values()) {
    const error = await unfurlArticles(services, given, articles)
    if (error !== null) failures.push(error)
  }
  const limited = failures.find(({ kind }) => kind === 'limited')
  if (limited !== undefined) return { line: 'Slack limits requests', waitSeconds: limited.retryAfterSeconds }
  const [failure] = failures
  if (failure !== undefined) throw failure.kind === 'unreachable' ? failure : new PermanentFailure(failure.message)
  return { line: `Showed ${shown.length} of ${given.links.length} links`, waitSeconds: null }
}

/** Returns an error that is not about the connection; showing the same link twice changes nothing. */
async function unfurlArticles(
  { db, slack }: Services,
  { target, links }: LinksInSlack,
  articles: readonly ShownArticle[],
): Promise<SlackError | null> {
  const [first] = articles
  if (!slack || first === undefined) return null
  const cards = new Map<string, LinkCard>()
  for (const { url, articleId } of links) {
    const article = articles.find((candidate) => [candidate.articleId, candidate.articleShortId].includes(articleId))
    if (article !== undefined) cards.set(url, composeCard(article))
  }
  try {
    await slack.client.unfurl(slack.secrets.open(first.workspaceId, first.secrets).token, target, cards)
    return null
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    if (failureOf(error) !== 'revoked') return error
    await saveOwnRevocation(db, first)
    return null
  }
}
