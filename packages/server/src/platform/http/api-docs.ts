import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { renderApiDocs } from './api-docs-page.ts'
import { buildOpenApi, type Catalogue } from './openapi.ts'

/** Serves `openapi.json` and a readable page at `docs`, below the prefix of `app`. Both are generated on first use. */
export function registerApiDocs(app: FastifyInstance, catalogue: Catalogue, version = '0'): void {
  const base = app.prefix
  const document = once(() => buildOpenApi(catalogue, { baseUrl: base, version }))
  serve(app, '/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(document()))
  serve(app, '/docs', 'text/html; charset=utf-8', () => renderApiDocs(document(), base))
  serve(app, '/docs.css', 'text/css; charset=utf-8', () =>
    ['api-docs-shell.css', 'api-docs-calls.css', 'api-docs-try.css'].map(readAsset).join('\n'),
  )
  serve(app, '/docs.js', 'text/javascript; charset=utf-8', () => readAsset('api-docs.client.js'))
  serve(app, '/docs-try.js', 'text/javascript; charset=utf-8', () => readAsset('api-docs-try.client.js'))
}

const readAsset = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

function serve(app: FastifyInstance, path: string, type: string, make: () => string): void {
  const content = once(() => {
    const text = make()
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
  })
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { text, tag } = content()
    void reply.headers({ etag: tag, 'cache-control': 'no-cache' })
    // Compression by a proxy turns the tag into a weak one.
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
    if (known?.includes(tag)) return reply.code(304).send()
    return reply.type(type).send(text)
  })
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
