/**
 * A request that does not come to its end holds a connection for ever. Node's own limit is one for all requests of a
 * server; here routes that say so, as those that take uploads, watch over their progress themselves.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    isSlow?: boolean
  }
}

type Limits = { readonly bodyMs?: number; readonly afterAnswerMs?: number }

export function endSlowRequests(app: FastifyInstance, { bodyMs = 60_000, afterAnswerMs = 10_000 }: Limits = {}): void {
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.isSlow && hasBody(request)) endUnlessComplete(request, bodyMs)
  })
  // What is left of a refused request is thrown away as it comes, but not for as long as somebody likes to send.
  app.addHook('onResponse', async (request) => {
    if (!request.raw.complete && hasBody(request)) endUnlessComplete(request, afterAnswerMs)
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
