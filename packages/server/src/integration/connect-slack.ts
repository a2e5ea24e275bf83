/**
 * Connecting a workspace to Slack: the authorization code flow of OAuth 2.
 *
 *   /api/integration/slack/{workspace}?token={ticket} → Slack, where the person chooses a channel
 *   /api/integration/slack/callback → /workspace/{workspace}/edit?slack={result}
 *
 * These are plain routes outside the catalogue, because a browser follows redirects through them. The state is
 * `{workspace}.{one-use token}.{signature}`. The token lives ten minutes and ends with the session that began; the
 * signature also covers the cookie of the browser, so that nobody can be tricked into connecting their Slack to the
 * workspace of somebody else.
 */
import type {} from '@fastify/rate-limit'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isShortId } from '@knowreel/shared/identity/ids.ts'
import type { SlackResult } from '@knowreel/shared/integration/slack-results.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { authorise, requireUsableCompany, type Actor, type Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createBrowserCookie } from '../platform/http/browser-cookie.ts'
import { originOf } from '../platform/http/request-origin.ts'
import { consumeOneUseToken, issueOneUseToken, listActors } from '../user/index.ts'
import { workspacePolicy } from '../workspace/index.ts'
import { connectWorkspace } from './save-connection.ts'
import { SlackError } from './slack-error.ts'
import type { SlackServices } from './slack-services.ts'
import { getCompanySlug } from './slack.queries.ts'

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
const cookie = createBrowserCookie({ name: 'knowreel_slack', path: `/api${path}`, lifetimeMs })

export function registerSlackConnection(api: FastifyInstance, dependencies: Dependencies): void {
  const rate = api.createRateLimit({ max: 30, timeWindow: 60_000 })
  const redirecting =
    (walk: (dependencies: Ready, request: FastifyRequest, reply: FastifyReply) => Promise<string>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('cache-control', 'no-store')
      const state = await rate(request)
      if (dependencies.isRateLimited && !state.isAllowed && state.isExceeded)
        throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(state.ttlInSeconds, 1) })
      if (dependencies.slack === null) throw new AppError('slack_off')
      return reply.redirect(await walk({ ...dependencies, slack: dependencies.slack }, request, reply), 302)
    }
  api.get(`${path}/callback`, redirecting(finish))
  api.get(`${path}/:workspaceId`, redirecting(begin))
}

type Ready = Dependencies & { readonly slack: SlackServices }

async function begin(dependencies: Ready, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { db, slack, stateKey } = dependencies
  const { workspaceId } = request.params as { workspaceId: string }
  const query = queryOf(request)
  const ticket = (query.get('token') ?? '').slice(0, 200)
  const origin = originOf(dependencies.publicUrl, request)
  // The cookie must be set on the host that Slack redirects back to. Redirects only once, because a proxy may hide it.
  if (new URL(origin).host !== request.host && !query.has('moved'))
    return `${origin}/api${path}/${encodeURIComponent(workspaceId)}?${new URLSearchParams({ token: ticket, moved: '1' })}`
  const sessionId = (await consumeOneUseToken(db, 'ticket', ticket))?.sessionId ?? null
  const { actor, workspace } = await authoriseManager(db, sessionId, workspaceId)
  const browser = cookie.mark(request, reply, origin)
  const token = await issueOneUseToken(db, {
    purpose: 'slack',
    userId: actor.userId,
    sessionId: actor.sessionId,
    payload: { workspaceId: workspace.id },
    lifetimeMs,
  })
  const signed = `${workspace.shortId}.${token}`
  const state = `${signed}.${signatureOf(stateKey, signed, browser).toString('base64url')}`
  return slack.client.authorizationUrl({ state, redirectUri: callbackUrl(origin) })
}

async function finish(dependencies: Ready, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const query = queryOf(request)
  const origin = originOf(dependencies.publicUrl, request)
  const state = (query.get('state') ?? '').slice(0, 400)
  const [workspaceId = '', token = ''] = state.split('.')
  // Only chooses the page that shows the result; the workspace to connect is read from the token.
  if (!isShortId(workspaceId)) return '/workspaces'
  const pageOf = (result: SlackResult, base = '') => `${base}/workspace/${workspaceId}/edit?slack=${result}`
  const browser = cookie.read(request)
  if (browser === null || !isSigned(dependencies.stateKey, state, browser)) return pageOf('expired')
  const begun = await consumeOneUseToken(dependencies.db, 'slack', token)
  const { workspaceId: id } = begun?.payload ?? {}
  if (begun === null || typeof id !== 'string') return pageOf('expired')
  cookie.clear(reply, origin)
  try {
    const { actor, workspace } = await authoriseManager(dependencies.db, begun.sessionId, id)
    const { domains } = dependencies.slack
    const base = domains.addressOf(await getCompanySlug(dependencies.db, workspace.companyId)) ?? ''
    const result = await finishConnection(dependencies, request, { actor, workspaceId: workspace.id, query, origin })
    return pageOf(result, base)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return pageOf('failed')
  }
}

type Finishing = {
  readonly actor: Member
  readonly workspaceId: string
  readonly query: URLSearchParams
  readonly origin: string
}

async function finishConnection(
  { db, slack }: Ready,
  { log, ip, headers }: FastifyRequest,
  { actor, workspaceId, query, origin }: Finishing,
): Promise<SlackResult> {
  if (query.get('error') === 'access_denied') return 'denied'
  const code = query.get('code')
  if (code === null) return 'failed'
  try {
    const grant = await slack.client.exchangeCode({ code, redirectUri: callbackUrl(origin) })
    if (grant === null) return 'failed'
    const userAgent = headers['user-agent']?.slice(0, 400) ?? null
    await connectWorkspace({ db, slack, log }, workspaceId, grant, { actor, address: ip, userAgent })
    return 'connected'
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    log.warn({ workspaceId, code: error.code }, 'a workspace was not connected to Slack')
    return 'failed'
  }
}

/** The person behind a session who manages this workspace, checked anew at each step. */
async function authoriseManager(db: Db, sessionId: string | null, workspaceId: string) {
  const actor: Actor | undefined = sessionId === null ? undefined : (await listActors(db, [sessionId])).get(sessionId)
  if (actor === undefined) throw new AppError('not_signed_in')
  if (actor.isOperator) throw new AppError('operator_session')
  const workspace = await authorise(db, actor, workspacePolicy['workspace.manage'], workspaceId)
  requireUsableCompany(actor)
  if (workspace.visibility === 'personal') throw new AppError('personal_workspace_fixed')
  if (workspace.isArchived) throw new AppError('workspace_archived')
  return { actor, workspace }
}

const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?', 2)[1])

const callbackUrl = (origin: string): string => `${origin}/api${path}/callback`

const signatureOf = (key: Buffer, signed: string, browser: string): Buffer =>
  createHmac('sha256', key).update(`${signed} ${browser}`).digest()

function isSigned(key: Buffer, state: string, browser: string): boolean {
  const end = state.lastIndexOf('.')
  const given = Buffer.from(state.slice(end + 1), 'base64url')
  const expected = signatureOf(key, state.slice(0, Math.max(end, 0)), browser)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
