/**
 * A request that never ends would hold a connection forever. Node's limit applies to all requests of a server; here,
 * routes such as uploads monitor their own progress instead.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    isSlow?: boolean
  }
}

type SlowRequestLimits = { readonly bodyMs?: number; readonly afterResponseMs?: number }

export function endSlowRequests(
  app: FastifyInstance,
  { bodyMs = 60_000, afterResponseMs = 10_000 }: SlowRequestLimits = {},
): void {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.isSlow && hasBody(request)) endUnlessComplete(request, bodyMs)
  })
  // The rest of a refused request is discarded, for a limited time.
  app.addHook('onResponse', async (request) => {
    if (!request.raw.complete && hasBody(request)) endUnlessComplete(request, afterResponseMs)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function endUnlessComplete({ raw }: FastifyRequest, limitMs: number): void {
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, limitMs)
  timer.unref()
  raw.once('close', () => clearTimeout(timer))
}
