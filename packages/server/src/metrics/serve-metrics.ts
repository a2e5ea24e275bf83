import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { createMetrics, type MetricsSources } from './metrics.ts'

/** Measures every request and serves `/metrics` to the holder of the token. Must precede the routes it measures. */
export async function serveMetrics(app: FastifyInstance, token: string, sources: MetricsSources): Promise<void> {
  const metrics = await createMetrics(sources)
  const expected = digest(`Bearer ${token}`)
  app.addHook('onResponse', async (request, reply) => {
    // Only the patterns of routes: a path contains ids, and callers could invent any number of them.
    const route = request.routeOptions.url
    metrics.observe({
      method: route === undefined ? 'other' : request.method,
      route: route ?? 'other',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      void reply.header('www-authenticate', 'Bearer')
      throw new AppError('not_signed_in')
    }
    void reply.headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' })
    return metrics.render()
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
