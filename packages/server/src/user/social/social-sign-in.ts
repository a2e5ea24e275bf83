/**
 * Signing in with an identity provider: the authorization code flow with PKCE, state and nonce.
 *
 *   /api/login/{provider} → the provider, with a cookie that marks this browser
 *   /api/login/{provider}/callback → /login/social/{one-use token}, or /login/social-fail/{message}
 *
 * The provider knows only the installation's own host; the last redirect returns to the company's host where it began.
 *
 * These are plain routes outside the catalogue: a browser follows redirects through them, and neither sends nor
 * receives JSON. The state is one of our one-use tokens: it holds verifier and nonce, works once, lives ten minutes,
 * and only in the browser that has the cookie, so that nobody can be tricked into another person's account.
 *
 * Every failure leads to the sign-in page with a message of ours, because a person is waiting, not a program.
 */
import type {} from '@fastify/rate-limit'
import { socialSignInErrors, type SocialSignInError } from '@knowreel/shared/user/social-sign-in.rules.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import type { Db } from '../../platform/database/db.ts'
import { createBrowserCookie } from '../../platform/http/browser-cookie.ts'
import { originOf } from '../../platform/http/request-origin.ts'
import { consumeOneUseToken, issueOneUseToken } from '../sign-in/one-use-token.ts'
import { readIdentity } from './read-identity.ts'
import { signInByIdentity } from './sign-in-by-identity.ts'
import type { SocialProviders } from './social-provider.ts'

type Dependencies = {
  db: Db
  providers: SocialProviders
  /** Scheme and host that people type; null if only the request shows it. */
  publicUrl: string | null
  /** The base URL of the company with this host; null for any other host. */
  companyAddress: (host: string) => Promise<string | null>
  isRateLimited: boolean
}

const path = '/login/:provider'
const signedInPath = '/login/social/'
const lifetimeMs = 10 * 60_000
const cookie = createBrowserCookie({ name: 'knowreel_oidc', path: '/api/login', lifetimeMs })

export function registerSocialSignIn(api: FastifyInstance, dependencies: Dependencies): void {
  const rate = api.createRateLimit({ max: 30, timeWindow: 60_000 })
  const guarded =
    (walk: (request: FastifyRequest, reply: FastifyReply) => Promise<string>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('cache-control', 'no-store')
      const state = await rate(request)
      const isTooMuch = dependencies.isRateLimited && !state.isAllowed && state.isExceeded
      const target = isTooMuch ? failurePath('tooMany') : await walk(request, reply).catch(toFailure(request.log))
      return reply.redirect(target, 302)
    }
  api.get(path, guarded(startSignIn(dependencies)))
  api.get(`${path}/callback`, guarded(finishSignIn(dependencies)))
}

type SignInStep = (request: FastifyRequest, reply: FastifyReply) => Promise<string>

const startSignIn =
  ({ db, providers, publicUrl }: Dependencies): SignInStep =>
  async (request, reply) => {
    const provider = providerOf(request)
    const config = await providers.find(provider)
    if (config === null) return failurePath('failed')
    const origin = originOf(publicUrl, request)
    // The cookie must be set on the host that the provider redirects back to. Redirects only once, because a proxy may
    // hide the host.
    const from = new URLSearchParams(request.url.split('?', 2)[1]).get('from')
    if (new URL(origin).host !== request.host && from === null)
      return `${origin}/api/login/${provider}?from=${encodeURIComponent(request.host)}`
    const browser = cookie.mark(request, reply, origin)
    const codeVerifier = randomPKCECodeVerifier()
    const nonce = randomNonce()
    const state = await issueOneUseToken(db, {
      purpose: 'oidc',
      payload: { provider, codeVerifier, nonce, browser: hashBrowser(browser), host: from?.slice(0, 300) },
      lifetimeMs,
    })
    return buildAuthorizationUrl(config, {
      redirect_uri: callbackUrl(origin, provider),
      scope: 'openid email profile',
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).href
  }

const finishSignIn =
  (dependencies: Dependencies): SignInStep =>
  async (request, reply) => {
    const { db, companyAddress } = dependencies
    const query = new URLSearchParams(request.url.split('?', 2)[1])
    const state = query.get('state') ?? ''
    const begun = await consumeOneUseToken(db, 'oidc', state.slice(0, 200))
    const browser = cookie.read(request)
    if (begun === null || browser === null || !isSameHash(begun.payload['browser'], hashBrowser(browser)))
      return failurePath('expired')
    const { host } = begun.payload
    const address = typeof host === 'string' ? await companyAddress(host) : null
    const target = await signInWithCode(dependencies, request, { query, state, payload: begun.payload }).catch(
      toFailure(request.log),
    )
    if (target.startsWith(signedInPath)) cookie.clear(reply, originOf(dependencies.publicUrl, request))
    return `${address ?? ''}${target}`
  }

type Callback = { query: URLSearchParams; state: string; payload: Readonly<Record<string, unknown>> }

async function signInWithCode(
  { db, providers, publicUrl }: Dependencies,
  request: FastifyRequest,
  { query, state, payload }: Callback,
): Promise<string> {
  const provider = providerOf(request)
  const { codeVerifier, nonce } = payload
  if (payload['provider'] !== provider || typeof codeVerifier !== 'string' || typeof nonce !== 'string')
    return failurePath('failed')
  if (query.get('error') === 'access_denied') return failurePath('cancelled')
  const config = await providers.find(provider)
  if (config === null) return failurePath('failed')
  const origin = originOf(publicUrl, request)
  const tokens = await authorizationCodeGrant(config, new URL(`${callbackUrl(origin, provider)}?${query}`), {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
  })
  const identity = await readIdentity(config, tokens)
  const token = await signInByIdentity(db, identity)
  return token === null ? failurePath('unverified') : `${signedInPath}${token}`
}

const providerOf = (request: FastifyRequest): string => String((request.params as { provider?: unknown }).provider)

const callbackUrl = (origin: string, provider: string) => `${origin}/api/login/${provider}/callback`

const failurePath = (why: SocialSignInError): string =>
  `/login/social-fail/${encodeURIComponent(socialSignInErrors[why])}`

/** Logs only name and code of the error: its text and cause can contain data from the provider. */
const toFailure = (log: FastifyBaseLogger) => (error: unknown) => {
  const { name, code } =
    error instanceof Error ? (error as Error & { code?: unknown }) : { name: 'unknown', code: null }
  const isAway = isUnreachable(error)
  log.warn({ name, code, isAway }, 'signing in at a provider failed')
  return failurePath(isAway ? 'unreachable' : 'failed')
}

/** A network failure, a timeout, or an error of the provider itself. */
function isUnreachable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, status } = at as Error & { code?: unknown; status?: unknown }
    if (at instanceof TypeError && at.message === 'fetch failed') return true
    if (at.name === 'TimeoutError' || code === 'OAUTH_TIMEOUT') return true
    if (typeof status === 'number' && status >= 500) return true
    if (at.cause instanceof Response && at.cause.status >= 500) return true
  }
  return false
}

const hashBrowser = (browser: string): string => createHash('sha256').update(browser).digest('base64url')

const isSameHash = (kept: unknown, given: string): boolean =>
  typeof kept === 'string' && kept.length === given.length && timingSafeEqual(Buffer.from(kept), Buffer.from(given))
