/**
 * Serves files under /files to whoever has a signed address and still reaches what it was made for. Nothing that people
 * uploaded ever runs as a page of ours.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readByteRange } from './byte-range.ts'
import type { FileAddresses, MayRead, VerifiedAddress } from './file-address.ts'
import type { FileDriver } from './file-driver.ts'
import { contentTypeOf, isFileKey, isShownInPages, type FileKey } from './file-key.ts'
import { keepAnswers } from './keep-answers.ts'

type FileRequest = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, unknown> }>

type Gate = { readonly addresses: FileAddresses; readonly mayRead: MayRead }

export function registerFileRoutes(app: FastifyInstance, driver: FileDriver, { addresses, mayRead }: Gate): void {
  const gate = { addresses, mayRead: keepAnswers(mayRead) }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    handler: (request: FileRequest, reply) => answer(driver, gate, request, reply),
  })
}

async function answer(driver: FileDriver, { addresses, mayRead }: Gate, request: FileRequest, reply: FastifyReply) {
  const key = request.params['*']
  const address = addresses.verify(key, request.query)
  if (address === null || !isFileKey(key)) throw new AppError('forbidden')
  const isForEverybody = address.reader === 'everybody'
  if (address.reader !== 'everybody' && !(await mayRead(address.reader))) throw new AppError('forbidden')
  const facts = await driver.find(key)
  if (facts === null) throw new AppError('not_found')

  const tag = `"${facts.size.toString(36)}-${facts.modifiedAt.getTime().toString(36)}"`
  const name = request.query['name']
  void reply.headers({
    ...headersOf(key, typeof name === 'string' ? name : '', address),
    'cache-control': isForEverybody ? untilExpiry(address.expiresAt) : askAgain,
    etag: tag,
    'last-modified': facts.modifiedAt.toUTCString(),
  })
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()

  const condition = request.headers['if-range']
  const range = condition === undefined || condition === tag ? readByteRange(request.headers.range, facts.size) : null
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${facts.size}`, 'content-length': 0 })
      .send('')
  }
  const length = range === null ? facts.size : range.end - range.start + 1
  if (range !== null) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${facts.size}`)
  void reply.header('content-length', length)
  if (request.method === 'HEAD') return reply.send()
  const content = await driver.read(key, range ?? undefined)
  if (content === null) throw new AppError('not_found')
  return reply.send(content)
}

const untilExpiry = (expiresAt: Date): string => {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
  return `private, max-age=${seconds}, immutable`
}
/** Shared caches never; the browser of who has seen it already asks after five minutes whether they still may. */
const askAgain = 'private, max-age=300'

const documentPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

function headersOf(key: FileKey, name: string, { isDownload, isPage }: VerifiedAddress) {
  const isDocument = isPage && contentTypeOf(key) === 'application/pdf'
  return {
    'content-type': contentTypeOf(key),
    'content-disposition': disposition(
      isDocument || (isShownInPages(key) && !isDownload) ? 'inline' : 'attachment',
      name,
    ),
    'x-content-type-options': 'nosniff',
    // The viewers of browsers show nothing in a sandbox.
    'content-security-policy': isDocument ? documentPolicy : "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  }
}

/** RFC 6266: plain letters for old programs, then the name as it is. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  if (name === '') return kind
  const plain = name.replaceAll(/[^ !#-[\]-~]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}

const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
