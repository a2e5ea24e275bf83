/**
 * Serves files under /files to readers with a signed URL who still have the access it was signed for. Uploaded files
 * never run as a page of ours.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileAddresses, MayRead, VerifiedAddress } from './file-address.ts'
import type { FileDriver, ByteRange } from './file-driver.ts'
import { contentTypeOf, isFileKey, isDisplayable, type FileKey } from './file-key.ts'

type FileRequest = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, unknown> }>

type FileGate = { readonly addresses: FileAddresses; readonly mayRead: MayRead }

export function registerFileRoutes(app: FastifyInstance, driver: FileDriver, { addresses, mayRead }: FileGate): void {
  const gate = { addresses, mayRead: cacheMayRead(mayRead) }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    handler: (request: FileRequest, reply) => serveFile(driver, gate, request, reply),
  })
}

async function serveFile(
  driver: FileDriver,
  { addresses, mayRead }: FileGate,
  request: FileRequest,
  reply: FastifyReply,
) {
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
    ...fileHeaders(key, typeof name === 'string' ? name : '', address),
    'cache-control': isForEverybody ? cacheUntil(address.expiresAt) : privateCache,
    etag: tag,
    'last-modified': facts.modifiedAt.toUTCString(),
  })
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()

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

const cacheUntil = (expiresAt: Date): string => {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000))
  return `private, max-age=${seconds}, immutable`
}
/** Never cached by shared caches; the reader's own browser revalidates after five minutes. */
const privateCache = 'private, max-age=300'

const documentPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

function fileHeaders(key: FileKey, name: string, { isDownload, isPage }: VerifiedAddress) {
  const isDocument = isPage && contentTypeOf(key) === 'application/pdf'
  return {
    'content-type': contentTypeOf(key),
    'content-disposition': contentDisposition(
      isDocument || (isDisplayable(key) && !isDownload) ? 'inline' : 'attachment',
      name,
    ),
    'x-content-type-options': 'nosniff',
    // Browsers' PDF viewers do not work in a sandbox.
    'content-security-policy': isDocument ? documentPolicy : "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  }
}

/** RFC 6266: an ASCII name for old programs, then the full name. */
function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  if (name === '') return kind
  const plain = name.replaceAll(/[^ !#-[\]-~]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}

const matchesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

/**
 * The single range of a Range header. Null: send the whole file (no header, another unit, multiple ranges: a server may
 * ignore all of these). `unsatisfiable`: it lies outside the file.
 */
function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}

const maxCached = 5000

/**
 * A video is fetched in many pieces, so an access check is cached for a moment. Readers who lose access are refused
 * when it expires, well within the promised five seconds.
 */
function cacheMayRead(mayRead: MayRead, keptMs = 2000): MayRead {
  const kept = new Map<string, { answer: Promise<boolean>; until: number }>()
  return (reader) => {
    const name = `${reader.sessionId} ${reader.scope}`
    const now = Date.now()
    const known = kept.get(name)
    if (known !== undefined && known.until > now) return known.answer
    if (kept.size >= maxCached) kept.clear()
    const answer = mayRead(reader)
    kept.set(name, { answer, until: now + keptMs })
    answer.catch(() => kept.delete(name))
    return answer
  }
}
