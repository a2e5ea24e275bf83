/**
 * The MCP server at `/mcp`: stateless streamable HTTP, one server per request, authenticated by an API key.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/index.ts'
import { createUserRateGate } from '../platform/http/serve-calls.ts'
import { createCatalogueClient } from './catalogue-client.ts'

type McpDependencies = {
  /** The person of this API key; throws if it is not valid. Null without one: sessions are not accepted. */
  readonly authenticateKey: (token: string) => Promise<Actor | null>
  readonly publicAddress: () => string
  readonly version: string
  readonly isRateLimited: boolean
}

const path = '/mcp'
const rateLimit = { max: 120, windowMs: 60_000 }
/** The largest text that a tool takes, and the rest of the message. */
const bodyLimit = 1_000_000

// Loaded with the first request: the SDK takes 29 MB.
const loadSdk = async () => {
  const [{ WebStandardStreamableHTTPServerTransport: Transport }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('./mcp-server.ts'),
  ])
  return { Transport, createMcpServer }
}

export function registerMcp(http: FastifyInstance, dependencies: McpDependencies): void {
  const { authenticateKey, publicAddress, version, isRateLimited } = dependencies
  const limitUser = createUserRateGate(http, isRateLimited ? [rateLimit] : [])

  /** Returns the id of the key's person. */
  async function requireKey(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    try {
      const actor = await authenticateKey(keyOf(request))
      if (actor === null) throw new AppError('not_signed_in', { message: 'Send an API key as a bearer token' })
      return actor.userId
    } catch (error) {
      if (error instanceof AppError && error.status === 401)
        void reply.header('www-authenticate', 'Bearer realm="Knowreel"')
      throw error
    }
  }

  http.route({
    method: 'POST',
    url: path,
    bodyLimit,
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      requireOwnOrigin(request, publicAddress())
      await limitUser(request, await requireKey(request, reply))
    },
    handler: async (request, reply) => {
      // Each message counts against the limit; batches are no longer part of the protocol.
      if (Array.isArray(request.body)) throw new AppError('unreadable_request')
      const { Transport, createMcpServer } = await loadSdk()
      const call = createCatalogueClient(http, {
        token: keyOf(request),
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
      })
      const server = createMcpServer({ call, baseUrl: publicAddress(), version })
      const transport = new Transport({ enableJsonResponse: true })
      try {
        await server.connect(transport)
        const response = await transport.handleRequest(toWebRequest(request), { parsedBody: request.body })
        void reply.code(response.status)
        for (const [name, value] of response.headers) void reply.header(name, value)
        return await reply.send(await response.text())
      } finally {
        await server.close()
      }
    },
  })
  http.route({
    method: ['GET', 'DELETE'],
    url: path,
    handler: async (_request, reply) =>
      reply.code(405).header('allow', 'POST').send({ error: 'Send messages with POST', code: 'method_not_allowed' }),
  })
}

/** The API key of the request; empty if it has none. */
const keyOf = ({ headers }: FastifyRequest): string => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''

/** Refuses pages of other sites, also when DNS rebinding points their host at this server. */
function requireOwnOrigin({ headers: { origin } }: FastifyRequest, publicAddress: string): void {
  if (origin === undefined) return
  const { origin: own, port, protocol } = new URL(publicAddress)
  const isOwn = [own, `${protocol}//127.0.0.1:${port}`, `${protocol}//[::1]:${port}`].includes(origin)
  if (!isOwn) throw new AppError('forbidden', { message: 'Requests from other sites are refused' })
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version'] as const) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(`http://localhost${path}`, { method: 'POST', headers })
}
