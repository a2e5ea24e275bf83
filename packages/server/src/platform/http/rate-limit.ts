import { normalizeIP } from '@fastify/rate-limit'
import type { Call, RateLimit } from '@knowreel/shared/catalogue/call.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export type RateGate = (request: FastifyRequest) => Promise<void>

/** Counts the requests of a call against each of its limits; one that is exceeded refuses with the time to wait. */
export function rateGateOf(app: FastifyInstance, call: Call): RateGate | null {
  if (call.rateLimit === undefined) return null
  const limits = [call.rateLimit].flat().map((limit: RateLimit) =>
    app.createRateLimit({
      max: limit.max,
      timeWindow: limit.windowMs,
      keyGenerator: (request: FastifyRequest) => keyOf(request, limit),
    }),
  )
  return async (request) => {
    for (const check of limits) {
      const state = await check(request)
      if (!state.isAllowed && state.isExceeded)
        throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(1, state.ttlInSeconds) })
    }
  }
}

/** One household or office of IPv6 is one address. */
const keyOf = (request: FastifyRequest, { bodyKey }: RateLimit): string =>
  `${normalizeIP(request.ip)} ${bodyKey === undefined ? '' : fieldOf(request.body, bodyKey)}`

function fieldOf(body: unknown, field: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? value.trim().toLowerCase().slice(0, 254) : ''
}
