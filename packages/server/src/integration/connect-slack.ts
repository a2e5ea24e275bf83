/**
 * Connecting a workspace to Slack: the authorization code flow of OAuth 2.
 *
 *   /api/integration/slack/{workspace}?token={ticket} → Slack, where the person chooses a channel
 *   /api/integration/slack/callback → /workspace/{workspace}/edit#code={code}&state={state}
 *   POST /integration/slack/{workspace}/connect, by this page
 *
 * The first two are plain routes outside the catalogue, because a browser follows redirects through them. They carry no
 * session, so they connect nothing: whoever follows the link of somebody else would connect their Slack to the
 * workspace of that person. The page connects, with its session, which must be the one that began. The state is
 * `{workspace}.{one-use token}.{signature}`. The token lives ten minutes and ends with the session.
 */
import type {} from '@fastify/rate-limit'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import type { SlackResult } from '@knowreel/shared/integration/slack-results.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { authorise, requireUsableCompany, type Actor, type Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { RequestContext } from '../platform/http/feature.ts'
import { originOf } from '../platform/http/request-origin.ts'
import { consumeOneUseToken, issueOneUseToken, listActors } from '../user/index.ts'
import { requireNotArchived, requireNotPersonal, workspacePolicy } from '../workspace/index.ts'
import { connectWorkspace } from './save-connection.ts'
import { SlackError } from './slack-error.ts'
import type { SlackServices } from './slack-services.ts'
import { findCompanySlug } from './slack.queries.ts'

type Dependencies = {
  readonly db: Db
  readonly slack: SlackServices | null
  /** Signs states. */
  readonly stateKey: Buffer
  /** Scheme and host that people type; null if only the request shows it. */
  readonly publicUrl: string | null
  readonly isRateLimited: boolean
}

const path = '/integration/slack'
const lifetimeMs = 10 * 60_000

export function registerSlackConnection(api: FastifyInstance, dependencies: Dependencies): void {
  const rate = api.createRateLimit({ max: 30, timeWindow: 60_000 })
  const redirecting =
    (walk: (dependencies: Ready, request: FastifyRequest) => Promise<string>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('cache-control', 'no-store')
      try {
        const state = await rate(request)
        if (dependencies.isRateLimited && !state.isAllowed && state.isExceeded)
          throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(state.ttlInSeconds, 1) })
        if (dependencies.slack === null) throw new AppError('slack_off')
        return reply.redirect(await walk({ ...dependencies, slack: dependencies.slack }, request), 302)
      } catch (error) {
        // A person would be left with the JSON of the error.
        const isPage = request.headers['sec-fetch-mode'] === 'navigate'
        if (!isPage || !(error instanceof AppError)) throw error
        return reply.redirect(pageAfter(request, error), 302)
      }
    }
  api.get(`${path}/callback`, redirecting(returnToPage))
  api.get(`${path}/:workspaceId`, redirecting(begin))
}

type Ready = Dependencies & { readonly slack: SlackServices }

function pageAfter(request: FastifyRequest, { code }: AppError): string {
  const { workspaceId = '' } = request.params as { workspaceId?: string }
  if (!isShortId(workspaceId) && !isUuid(workspaceId)) return '/workspaces'
  const result: SlackResult = code === 'operator_session' ? 'operator' : 'failed'
  return `/workspace/${workspaceId}/edit?slack=${result}`
}

async function begin({ db, slack, stateKey, publicUrl }: Ready, request: FastifyRequest): Promise<string> {
  const { workspaceId } = request.params as { workspaceId: string }
  const ticket = (queryOf(request).get('token') ?? '').slice(0, 200)
  const sessionId = (await consumeOneUseToken(db, 'ticket', ticket))?.sessionId ?? null
  const { actor, workspace } = await authoriseManager(db, sessionId, workspaceId)
  const redirectUri = `${originOf(publicUrl, request)}/api${path}/callback`
  const token = await issueOneUseToken(db, {
    purpose: 'slack',
    userId: actor.userId,
    sessionId: actor.sessionId,
    payload: { workspaceId: workspace.id, redirectUri },
    lifetimeMs,
  })
  const signed = `${workspace.shortId}.${token}`
  return slack.client.authorizationUrl({ state: `${signed}.${signatureOf(stateKey, signed)}`, redirectUri })
}

async function returnToPage({ db, slack, stateKey }: Ready, request: FastifyRequest): Promise<string> {
  const query = queryOf(request)
  const state = (query.get('state') ?? '').slice(0, 400)
  const [workspaceId = ''] = state.split('.')
  if (!isSigned(stateKey, state) || !isShortId(workspaceId)) return '/workspaces'
  const slug = await findCompanySlug(db, workspaceId)
  const page = `${(slug && slack.domains.addressOf(slug)) ?? ''}/workspace/${workspaceId}/edit`
  const code = query.get('code')
  if (code === null) {
    const result: SlackResult = query.get('error') === 'access_denied' ? 'denied' : 'failed'
    return `${page}?slack=${result}`
  }
  // A browser sends no fragment, so the code is in no log of the next request.
  return `${page}#${new URLSearchParams({ code, state })}`
}

type SlackCallback = { readonly code: string; readonly state: string }
type FinishDependencies = Pick<Ready, 'db' | 'slack'> & {
  readonly request: Pick<RequestContext, 'log' | 'address' | 'userAgent'>
}

/** Throws `slack_expired` unless this session began, for this workspace, less than ten minutes ago. */
export async function finishConnection(
  { db, slack, request: { log, address, userAgent } }: FinishDependencies,
  { actor, workspaceId }: { readonly actor: Member; readonly workspaceId: string },
  { code, state }: SlackCallback,
): Promise<void> {
  const [, token = ''] = state.split('.')
  const begun = await consumeOneUseToken(db, 'slack', token)
  const { redirectUri } = begun?.payload ?? {}
  const isOwn = begun?.sessionId === actor.sessionId && begun.payload['workspaceId'] === workspaceId
  if (!isOwn || typeof redirectUri !== 'string') throw new AppError('slack_expired')
  try {
    const grant = await slack.client.exchangeCode({ code, redirectUri })
    if (grant === null) throw new AppError('slack_failed')
    await connectWorkspace({ db, slack, log }, workspaceId, grant, { actor, address, userAgent })
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    log.warn({ workspaceId, code: error.code }, 'a workspace was not connected to Slack')
    throw new AppError('slack_failed')
  }
}

/** The person behind a session who manages this workspace. */
async function authoriseManager(db: Db, sessionId: string | null, workspaceId: string) {
  const actor: Actor | undefined = sessionId === null ? undefined : (await listActors(db, [sessionId])).get(sessionId)
  if (actor === undefined) throw new AppError('not_signed_in')
  if (actor.isOperator) throw new AppError('operator_session')
  const workspace = await authorise(db, actor, workspacePolicy['workspace.manage'], workspaceId)
  requireUsableCompany(actor)
  requireNotPersonal(workspace)
  requireNotArchived(workspace)
  return { actor, workspace }
}

const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?', 2)[1])

const signatureOf = (key: Buffer, signed: string): string =>
  createHmac('sha256', key).update(signed).digest('base64url')

function isSigned(key: Buffer, state: string): boolean {
  const end = Math.max(state.lastIndexOf('.'), 0)
  const given = Buffer.from(state.slice(end + 1))
  const expected = Buffer.from(signatureOf(key, state.slice(0, end)))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
