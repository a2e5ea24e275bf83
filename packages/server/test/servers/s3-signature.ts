/** Signature version 4 as a storage verifies it: recomputed from what arrived, never trusted. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type S3Keys = { readonly accessKeyId: string; readonly secretAccessKey: string }

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** RFC 3986; encodeURIComponent leaves five of its characters unencoded. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** Null if the request is signed with these keys; otherwise the code of the refusal. */
export function signatureError(request: IncomingMessage, body: Buffer, keys: S3Keys, region: string): string | null {
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
