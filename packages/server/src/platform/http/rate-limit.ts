import { normalizeIP } from '@fastify/rate-limit'
import type { Call, RateLimit } from '@knowreel/shared/catalogue/call.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type RateGate = (request: FastifyRequest) => Promise<void>

/** Counts the requests of a call against each of its limits; one that is exceeded refuses with the time to wait. */
export function rateGateOf(app: FastifyInstance, call: Call): RateGate | null {
  if (call.rateLimit === undefined) return null
  const limits = [call.rateLimit].flat().map((limit: RateLimit) => {
    const keyGenerator = (request: FastifyRequest) => keyOf(request, limit)
    return { limit, check: app.createRateLimit({ max: limit.max, timeWindow: limit.windowMs, keyGenerator }) }
  })
  return async (request) => {
    let waitSeconds = 0
    for (const { check, limit } of limits) {
      // A sign-in by token has no address of mail to count by.
      if (limit.bodyKey !== undefined && fieldOf(request.body, limit.bodyKey) === '') continue
      const state = await check(request)
      if (!state.isAllowed && state.isExceeded) waitSeconds = Math.max(waitSeconds, state.ttlInSeconds, 1)
    }
    if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds })
  }
}

/** One household or office of IPv6 is one address. */
const keyOf = (request: FastifyRequest, { bodyKey }: RateLimit): string =>
  `${normalizeIP(request.ip)} ${bodyKey === undefined ? '' : fieldOf(request.body, bodyKey)}`

function fieldOf(body: unknown, field: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value.trim().toLowerCase().slice(0, 254) : ''
}
