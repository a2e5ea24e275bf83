/**
 * An S3 storage on loopback and in memory: the part of the protocol that the driver needs, with signatures verified and
 * Amazon's limits enforced (a block of a multipart upload that is too small is refused, a list has pages). It can be
 * made to fail as real storages do.
 */
import { createHash, randomUUID, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Settings } from '../../src/platform/files/index.ts'

type StoredObject = { readonly bytes: Buffer; modifiedAt: Date; readonly tag: string }
type Upload = { readonly id: string; readonly name: string; startedAt: Date; readonly parts: Map<number, StoredObject> }

export type S3Fault =
  | { readonly how: 'answer'; readonly status: number; readonly code: string }
  /** The connection breaks in the middle of the body: of the response for GET, otherwise of the request. */
  | { readonly how: 'cut' }
  /** It executes the request, and the connection breaks before the response. */
  | { readonly how: 'lose the answer' }
  | { readonly how: 'wait'; readonly ms: number }
  | { readonly how: 'hang' }
  /**
   * It responds with success immediately, as Amazon does when joining takes long, and reports the failure in the body.
   */
  | { readonly how: 'fail after all'; readonly code: string }

export type S3Server = {
  readonly settings: S3Settings
  readonly objects: Map<string, StoredObject>
  readonly uploads: Map<string, Upload>
  /** Method and name of every request, in order. */
  readonly requests: string[]
  /** This number of the next matching requests fail. */
  fail(fault: S3Fault, fits?: (request: string) => boolean, times?: number): void
  /** Moves its clock ahead of ours by this much; beyond 15 minutes it refuses requests, as Amazon does. */
  setClock(aheadMs: number): void
  /** Clears faults, recorded requests and the clock offset. */
  forget(): void
  /** Number of currently open connections. */
  connections(): Promise<number>
  stop(): Promise<void>
}

const minPartBytes = 5 << 20
const pageSize = 1000
const keys: S3Keys = { accessKeyId: 'test-key', secretAccessKey: 'the secret of the test key' }
const region = 'test-region-1'
const bucket = 'knowreel-test'

type S3Request = {
  readonly method: string
  readonly name: string
  readonly query: URLSearchParams
  readonly body: Buffer
}
type S3Response = { status: number; headers?: Record<string, string>; body?: string | Buffer }

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Upload>()
  const requests: string[] = []
  const faults: { fault: S3Fault; fits: (request: string) => boolean; left: number }[] = []

  let aheadMs = 0

  function nextFault(request: string): S3Fault | null {
    const found = faults.find(({ fits, left }) => left > 0 && fits(request))
    if (found === undefined) return null
    found.left--
    return found.fault
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://storage')
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
    const { askedBucket, name } = parseBucketUrl(request.headers.host ?? '', decodeURIComponent(url.pathname))
    const method = request.method ?? ''
    const line = `${method} ${name}${url.searchParams.has('uploads') ? '?uploads' : ''}`
    requests.push(line)
    const fault = nextFault(line)
    if (fault?.how === 'hang') return
    if (fault?.how === 'wait') await delay(fault.ms)
    if (fault?.how === 'cut' && method !== 'GET') {
      if (Number(request.headers['content-length'] ?? 0) > 0) await once(request, 'data')
      request.socket.destroy()
      return
    }
    const body = await readBody(request)
    const refusal = signatureError(request, body, keys, region) ?? clockSkewError(request, Date.now() + aheadMs)
    if (fault?.how === 'answer') return send(response, method, failure(fault.status, fault.code))
    if (refusal !== null) return send(response, method, failure(403, refusal))
    if (askedBucket !== bucket) return send(response, method, failure(404, 'NoSuchBucket'))
    if (fault?.how === 'fail after all') return send(response, method, failure(200, fault.code))
    const answer = answerOf({ method, name, query: url.searchParams, body }, request.headers.range)
    if (fault?.how === 'lose the answer') {
      request.socket.destroy()
      return
    }
    if (fault?.how === 'cut') return sendHalf(response, answer)
    send(response, method, answer)
  }

  function answerOf(asked: S3Request, range: string | undefined): S3Response {
    const { method, name, query, body } = asked
    const uploadId = query.get('uploadId')
    if (uploadId !== null) return ofUpload(asked, uploadId)
    if (method === 'POST' && query.has('uploads')) return begin(name)
    if (method === 'GET' && name === '') return query.has('uploads') ? listUploads(query) : list(query)
    const stored = objects.get(name)
    switch (method) {
      case 'PUT':
        objects.set(name, toStoredObject(body))
        return { status: 200, headers: { etag: `"${etagOf(body)}"` } }
      case 'DELETE':
        objects.delete(name)
        return { status: 204 }
      case 'HEAD':
      case 'GET':
        return stored === undefined ? failure(404, 'NoSuchKey') : rangeResponse(stored, range)
      default:
        return failure(501, 'NotImplemented')
    }
  }

  function begin(name: string): S3Response {
    const id = randomUUID()
    uploads.set(id, { id, name, startedAt: new Date(), parts: new Map() })
    return { status: 200, body: xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`) }
  }

  function ofUpload({ method, name, query, body }: S3Request, id: string): S3Response {
    const upload = uploads.get(id)
    if (upload === undefined || upload.name !== name) return failure(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), toStoredObject(body))
      return { status: 200, headers: { etag: `"${etagOf(body)}"` } }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      tag: /<ETag>(?:"|&quot;)(\w+)/.exec(part)?.[1],
    }))
    const parts = named.map(({ number, tag }) => {
      const part = upload.parts.get(number)
      return part?.tag === tag ? part : undefined
    })
    const whole = parts.filter((part) => part !== undefined)
    if (whole.length < Math.max(parts.length, 1)) return failure(400, 'InvalidPart')
    if (whole.slice(0, -1).some(({ bytes }) => bytes.length < minPartBytes)) return failure(400, 'EntityTooSmall')
    objects.set(name, toStoredObject(Buffer.concat(whole.map(({ bytes }) => bytes))))
    return { status: 200, body: xml('CompleteMultipartUploadResult', `<Key>${name}</Key>`) }
  }

  function list(query: URLSearchParams): S3Response {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted()
    const page = names.slice(0, pageSize)
    const more = names.length > pageSize
    const contents = page.map((name) => {
      const { bytes, modifiedAt } = objects.get(name) as StoredObject
      return `<Contents><Key>${name}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return {
      status: 200,
      body: xml('ListBucketResult', `<IsTruncated>${more}</IsTruncated>${next}${contents.join('')}`),
    }
  }

  function listUploads(query: URLSearchParams): S3Response {
    const prefix = query.get('prefix') ?? ''
    const found = [...uploads.values()].filter(({ name }) => name.startsWith(prefix))
    const rows = found.map(
      ({ id, name, startedAt }) =>
        `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    )
    return { status: 200, body: xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${rows.join('')}`) }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region,
      credentials: keys,
      prefix: '',
      isPathStyle: true,
    },
    objects,
    uploads,
    requests,
    fail: (fault, fits = () => true, times = 1) => void faults.push({ fault, fits, left: times }),
    setClock: (ahead) => void (aheadMs = ahead),
    forget() {
      faults.length = 0
      requests.length = 0
      aheadMs = 0
    },
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The bucket is in the host name or in the path. */
function parseBucketUrl(host: string, path: string): { askedBucket: string; name: string } {
  const [, first = '', ...rest] = path.split('/')
  if (host.startsWith(`${bucket}.`)) return { askedBucket: bucket, name: path.slice(1) }
  return { askedBucket: first, name: rest.join('/') }
}

const maxSkewMs = 15 * 60_000

function clockSkewError(request: IncomingMessage, now: number): string | null {
  const date = String(request.headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  return Math.abs(at - now) <= maxSkewMs ? null : 'RequestTimeTooSkewed'
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const etagOf = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
// Amazon stores whole seconds.
const toStoredObject = (bytes: Buffer): StoredObject => ({
  bytes,
  modifiedAt: new Date(Math.floor(Date.now() / 1000) * 1000),
  tag: etagOf(bytes),
})

function rangeResponse({ bytes, modifiedAt, tag }: StoredObject, range: string | undefined): S3Response {
  const headers = { etag: `"${tag}"`, 'last-modified': modifiedAt.toUTCString(), 'accept-ranges': 'bytes' }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined) return { status: 200, headers, body: bytes }
  const [start, end] = [Number(first), Math.min(Number(last), bytes.length - 1)]
  if (start > end) return failure(416, 'InvalidRange')
  const contentRange = `bytes ${start}-${end}/${bytes.length}`
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body: bytes.subarray(start, end + 1) }
}

const xml = (root: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`

const failure = (status: number, code: string): S3Response => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

function send(response: ServerResponse, method: string, { status, headers, body = '' }: S3Response): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': bytes.length }) })
  response.end(method === 'HEAD' || status === 204 ? undefined : bytes)
}

function sendHalf(response: ServerResponse, { status, headers, body = '' }: S3Response): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => setTimeout(() => response.destroy(), 20))
}

type S3Keys = { readonly accessKeyId: string; readonly secretAccessKey: string }

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** RFC 3986; encodeURIComponent leaves five of its characters unencoded. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Null if the request is signed with these keys; otherwise the code of the refusal. As in a storage, the signature is
 * recomputed from what arrived.
 */
function signatureError(request: IncomingMessage, body: Buffer, keys: S3Keys, region: string): string | null {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (parts === null) return 'AccessDenied'
  const [, keyId = '', date = '', signedRegion = '', signedHeaders = '', signature = ''] = parts
  if (keyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed'
  const names = signedHeaders.split(';')
  // All of Amazon's own headers must be signed; otherwise they could be added in transit.
  const must = ['host', ...Object.keys(request.headers).filter((name) => /^x-amz-(?!user-agent)/.test(name))]
  if (must.some((name) => !names.includes(name))) return 'AccessDenied'
  const time = String(request.headers['x-amz-date'])
  const contentHash = String(request.headers['x-amz-content-sha256'])
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const url = new URL(request.url ?? '/', 'http://storage')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('')
  const canonical = [request.method, url.pathname, query, headers, signedHeaders, contentHash].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secretAccessKey}`, date), region))
  const wanted = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'))
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}
