import type { Call, RateLimit } from '@knowreel/shared/catalogue/call.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { AnyHandler, Feature, RequestContext } from './feature.ts'
import { isMultipart, readMultipartFile } from './read-multipart-file.ts'
import { serialise } from './serialise.ts'
import type {} from './slow-requests.ts'
import { sendVersioned, VersionedResponse } from './versioned-response.ts'
import { normalizeIP } from '@fastify/rate-limit'

// Allows a route to declare itself slow.

export type CallGate = {
  /** The actor of this token; null without one. Throws if the session or API key has ended. */
  readonly authenticate: (token: string | null) => Promise<unknown>
  /** Key of limits per user; null for a guest. */
  readonly userIdOf?: (actor: unknown) => string | null
  /** Throws if a guest calls what is not for guests, without revealing anything about the request. */
  readonly admit: (actor: unknown, call: Call, policy: Feature['policy']) => void
  /** Returns the subject of the call, or throws. */
  readonly authorise: (
    actor: unknown,
    call: Call,
    policy: Feature['policy'],
    input: { params: unknown; query: unknown; body: unknown },
  ) => Promise<unknown>
  /** Before an allowed call: returns a function that calls the handler and records its success, or null. */
  readonly audit?: (
    actor: unknown,
    call: Call,
    input: { params: unknown; query: unknown; body: unknown },
    request: Pick<RequestContext, 'address' | 'userAgent'>,
  ) => Promise<((handle: () => Promise<unknown>) => Promise<unknown>) | null>
  /** False only in tests that send more requests per minute than any person. */
  readonly isRateLimited?: boolean
}

const pathParam = z.string().min(1).max(2000)

/** Mounts the calls of a feature under the prefix of `app`. A call without a handler stops the start. */
export function serveCalls(app: FastifyInstance, feature: Feature, gate: CallGate): void {
  acceptForms(app)
  for (const [name, call] of Object.entries(feature.calls)) {
    const handler = feature.handlers[name]
    if (handler === undefined) throw new Error(`The call ${call.method} ${call.path} has no handler`)
    if (typeof call.allow === 'object' && feature.policy[call.allow.permission] === undefined) {
      throw new Error(`The permission ${call.allow.permission} of ${call.method} ${call.path} has no rule`)
    }
    const limits = call.rateLimit === undefined || gate.isRateLimited === false ? [] : [call.rateLimit].flat()
    const isForGuests = call.allow === 'guest'
    const admitAddress = createRateGate(app, isForGuests ? limits : [], rateLimitKey)
    const admitUser = createUserRateGate(app, isForGuests ? [] : limits)
    app.route({
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: call.bodyLimit,
      // A file's sender is monitored while it is read.
      config: { isSlow: call.acceptsFile },
      // Only marks the successful response: the serialiser of a call needs no schema of Fastify.
      schema: { response: { 200: {} } },
      serializerCompiler: () => (value) => serialise(call.response, value),
      ...(isForGuests && limits.length > 0 && { preHandler: admitAddress }),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        const result = await handleCall(call, handler, feature.policy, { ...gate, admitUser }, request)
        return result instanceof VersionedResponse ? sendVersioned(call, request, reply, result) : result
      },
    })
  }
}

/** Forms stay unread until access is decided; calls that accept no file refuse them. */
function acceptForms(app: FastifyInstance): void {
  if (app.hasContentTypeParser('multipart/form-data')) return
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined))
}

async function handleCall(
  call: Call,
  handler: AnyHandler,
  policy: Feature['policy'],
  gate: CallGate & { readonly admitUser: UserRateGate },
  request: FastifyRequest,
) {
  const token = bearerToken(request)
  // A guest call needs no session, and an ended session must not prevent anyone from signing in.
  const actor = call.allow === 'guest' ? null : await gate.authenticate(token)
  gate.admit(actor, call, policy)
  await gate.admitUser(request, gate.userIdOf?.(actor) ?? null)
  const params = readParams(request.params)
  const query = call.query.parse(request.query) as never
  const isForm = isMultipart(request.headers['content-type'])
  if (isForm && !call.acceptsFile) throw new AppError('wrong_media_type')
  const body = call.body.parse(request.body) as never
  const subject = await gate.authorise(actor, call, policy, { params, query, body })
  const readFile = isForm ? () => readMultipartFile(request.raw) : null
  const context = { ...toRequestContext(request, token), readFile }
  const handle = () => handler({ params, query, body, actor, subject, request: context })
  const runAudited = call.audit === null ? null : await gate.audit?.(actor, call, { params, query, body }, context)
  return runAudited ? runAudited(handle) : handle()
}

function readParams(params: unknown): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(params as Record<string, unknown>)) {
    const parsed = pathParam.safeParse(value)
    if (!parsed.success || parsed.data.includes('\u0000')) throw new AppError('not_found')
    read[name] = parsed.data
  }
  return read
}

function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length).trim() : null
}

const toRequestContext = (request: FastifyRequest, token: string | null): Omit<RequestContext, 'readFile'> => ({
  id: request.id,
  log: request.log,
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
  token,
})

type RateGate = (request: FastifyRequest) => Promise<void>

/** Counts requests against each of these limits; an exceeded one refuses with the time to wait. */
function createRateGate(
  app: FastifyInstance,
  limits: readonly RateLimit[],
  keyOf: (request: FastifyRequest, limit: RateLimit) => string,
): RateGate {
  const checked = limits.map((limit) => {
    const keyGenerator = (request: FastifyRequest) => keyOf(request, limit)
    return { limit, check: app.createRateLimit({ max: limit.max, timeWindow: limit.windowMs, keyGenerator }) }
  })
  return async (request) => {
    let waitSeconds = 0
    for (const { check, limit } of checked) {
      // A sign-in by token has no email to count by.
      if (limit.bodyKey !== undefined && bodyField(request.body, limit.bodyKey) === '') continue
      const state = await check(request)
      if (!state.isAllowed && state.isExceeded) waitSeconds = Math.max(waitSeconds, state.ttlInSeconds, 1)
    }
    if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds })
  }
}

type UserRateGate = (request: FastifyRequest, userId: string | null) => Promise<void>

/** Guests are counted by their address. */
export function createUserRateGate(app: FastifyInstance, limits: readonly RateLimit[]): UserRateGate {
  const users = new WeakMap<FastifyRequest, string>()
  const check = createRateGate(app, limits, (request, limit) => users.get(request) ?? rateLimitKey(request, limit))
  return async (request, userId) => {
    if (userId !== null) users.set(request, userId)
    await check(request)
  }
}

/** One IPv6 household or office counts as one address. */
function rateLimitKey(request: FastifyRequest, { bodyKey }: RateLimit): string {
  return `${normalizeIP(request.ip)} ${bodyKey === undefined ? '' : bodyField(request.body, bodyKey)}`
}

function bodyField(body: unknown, field: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value.trim().toLowerCase().slice(0, 254) : ''
}
