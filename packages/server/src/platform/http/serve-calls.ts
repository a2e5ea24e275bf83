import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { answerSchema } from './answer-schema.ts'
import type { AnyHandler, Feature, RequestFacts } from './feature.ts'
import { rateGateOf } from './rate-limit.ts'
import { isMultipart, readMultipartFile } from './read-multipart-file.ts'
// Lets a route call itself slow.
import type {} from './slow-requests.ts'

type Gate = {
  /** Who this token is; null without one. Throws when the session has ended. */
  readonly authenticate: (token: string | null) => Promise<unknown>
  /** Throws when a guest calls what is not for guests: they learn nothing about the request they made. */
  readonly admit: (actor: unknown, call: Call, policy: Feature['policy']) => void
  /** Gives the thing the call is about, or throws. */
  readonly authorise: (
    actor: unknown,
    call: Call,
    policy: Feature['policy'],
    input: { params: unknown; query: unknown; body: unknown },
  ) => Promise<unknown>
  /** False only where a test makes more requests in a minute than any person. */
  readonly isRateLimited?: boolean
}

const pathParam = z.string().min(1).max(2000)

/** Mounts the calls of a feature under the prefix of `app`. A call without handler stops the boot. */
export function serveCalls(app: FastifyInstance, feature: Feature, gate: Gate): void {
  takeForms(app)
  for (const [name, call] of Object.entries(feature.calls)) {
    const handler = feature.handlers[name]
    if (handler === undefined) throw new Error(`The call ${call.method} ${call.path} has no handler`)
    if (typeof call.allow === 'object' && feature.policy[call.allow.permission] === undefined) {
      throw new Error(`The permission ${call.allow.permission} of ${call.method} ${call.path} has no rule`)
    }
    const rateGate = gate.isRateLimited === false ? null : rateGateOf(app, call)
    app.route({
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: call.bodyLimit,
      // Who sends a file is watched while it is read.
      config: { isSlow: call.takesFile },
      schema: { response: { 200: answerSchema(call.gives) } },
      ...(rateGate === null ? {} : { preHandler: rateGate }),
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        return answer(call, handler, feature.policy, gate, request)
      },
    })
  }
}

/** Left unread until access is decided; calls that take no file refuse them. */
function takeForms(app: FastifyInstance): void {
  if (app.hasContentTypeParser('multipart/form-data')) return
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined))
}

async function answer(call: Call, handler: AnyHandler, policy: Feature['policy'], gate: Gate, request: FastifyRequest) {
  const token = bearerToken(request)
  // A guest's call has no use for a session, and an ended one must not keep anybody from signing in.
  const actor = call.allow === 'guest' ? null : await gate.authenticate(token)
  gate.admit(actor, call, policy)
  const params = readParams(request.params)
  const query = call.query.parse(request.query) as never
  const isForm = isMultipart(request.headers['content-type'])
  if (isForm && !call.takesFile) throw new AppError('wrong_media_type')
  const body = call.body.parse(request.body) as never
  const subject = await gate.authorise(actor, call, policy, { params, query, body })
  const readFile = isForm ? () => readMultipartFile(request.raw) : null
  return handler({ params, query, body, actor, subject, request: { ...factsOf(request, token), readFile } })
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

const factsOf = (request: FastifyRequest, token: string | null): Omit<RequestFacts, 'readFile'> => ({
  id: request.id,
  log: request.log,
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
  token,
})
