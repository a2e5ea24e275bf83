/** Fastify for every role: logging without secrets, one error shape, security headers, request ids. */
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { errorCodes, type ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { compressResponses } from './compress-responses.ts'
import { sendError, toErrorResponse } from './error-mapper.ts'
import { endSlowRequests } from './slow-requests.ts'

type HttpServerOptions = {
  readonly log: FastifyBaseLogger
  /** Whether people use https; only then browsers are instructed to require it. */
  readonly isHttps: boolean
  /** Sites whose pages ours may show in frames. */
  readonly frameSources?: readonly string[]
}

export async function buildHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    // Fastify's own log lines contain the whole URL, whose query may contain a token.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    // Callers could choose the header's value; request ids are always ours.
    requestIdHeader: false,
    // A URL that cannot be decoded never reaches a route.
    frameworkErrors: sendError,
    clientErrorHandler: answerUnparsedRequest,
    http: { requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2000 },
    forceCloseConnections: 'idle',
    keepAliveTimeout: 72_000,
    // The server does not terminate TLS: behind https is a proxy, and one in our own network reports the caller's
    // address.
    trustProxy: options.isHttps ? ['loopback', 'linklocal', 'uniquelocal'] : false,
  })
  trackNewConnections(app)
  acceptEmptyJsonBodies(app)
  app.setErrorHandler(sendError)
  app.addHook('onRequest', async (request, reply) => {
    // Content is for a company's people, even in public workspaces.
    void reply.headers({
      'x-request-id': request.id,
      'x-robots-tag': 'noindex, nofollow',
      'permissions-policy': deniedFeatures,
    })
  })
  requireHost(app)
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: redactTokens(pathOf(request)),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.debug(line, 'answered')
  })
  await app.register(helmet, securityHeaders(options))
  await app.register(rateLimit, { global: false, max: 1000 })
  compressResponses(app)
  endSlowRequests(app)
  return app
}

/** Time for requests in flight to finish, in ms. */
const shutdownGraceMs = 10_000

const newConnections = new WeakMap<FastifyInstance, Set<Socket>>()

/** Connections without any request, which browsers open in advance. Node considers them busy. */
function trackNewConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  newConnections.set(app, sockets)
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => sockets.delete(socket))
}

/** Lets the requests in flight finish; a connection without one does not delay the stop. */
export async function closeHttpServer(app: FastifyInstance, graceMs = shutdownGraceMs): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs)
  // A connection becomes idle when its last response is sent.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  const closed = app.close()
  for (const socket of newConnections.get(app) ?? []) socket.destroy()
  await closed.finally(() => {
    clearTimeout(cutOff)
    clearInterval(sweep)
  })
}

/** Browser features that no page of ours uses. */
const deniedFeatures = [
  'accelerometer',
  'browsing-topics',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * Emailed and shared links contain their token in the path. Tokens have 43 characters, or 32 letters and digits; ids
 * never do.
 */
export const redactTokens = (path: string): string => path.replaceAll(/[\w-]{43,}|(?<![\w-])\w{32}(?![\w-])/g, '…')

/** The URL without its query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

function acceptEmptyJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  // Fastify's default parser for text; calls accept no plain text.
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parseJson(request, body as string, (error, value) =>
      error ? done(new AppError('unreadable_request', { cause: error })) : done(null, value),
    )
  })
}

function securityHeaders({ isHttps, frameSources = [] }: HttpServerOptions) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets sizes and positions as style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", ...frameSources],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  }
}

/**
 * Requests that Node refuses before Fastify sees them get the shape of every error and a request id too. Writes to the
 * socket directly: a request that could not be parsed has no response object.
 */
function answerUnparsedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = codeOf(error)
  const requestId = randomUUID()
  const { status } = errorCodes[code]
  const body = JSON.stringify(toErrorResponse(new AppError(code), requestId))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ].join('\r\n')
  socket.end(`${head}\r\n\r\n${body}`)
}

function codeOf({ code }: NodeJS.ErrnoException): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'unreadable_request'
}

/** HTTP/1.1 requires a host; Node's own check, which is off, would answer without a body. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new AppError('unreadable_request')
  })
}
