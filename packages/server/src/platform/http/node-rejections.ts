/** Requests that Node refuses before Fastify sees them get the shape of every error and a request id too. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { errorCodes, type ErrorCode } from '@knowreel/shared/error/error-codes.ts'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { toErrorResponse } from './error-mapper.ts'

/** Writes to the socket directly: a request that could not be parsed has no response object. */
export function answerUnparsedRequest(error: NodeJS.ErrnoException, socket: Socket): void {
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
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new AppError('unreadable_request')
  })
}
