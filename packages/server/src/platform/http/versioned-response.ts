/**
 * A response whose version is known before it is made, for clients that may have it already. The version is sent as the
 * ETag; browsers keep the response and ask each time whether it is still current. Access is decided before, as for every
 * response.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { shapeHash } from './serialise.ts'

export class VersionedResponse {
  /** Everything that decides the text, including what depends on the caller. */
  readonly version: string
  /** The whole body as JSON. */
  readonly toText: () => Promise<string>

  constructor(version: string, toText: () => Promise<string>) {
    this.version = version
    this.toText = toText
  }
}

export async function sendVersioned(
  { isVersioned, path, response }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  { version, toText }: VersionedResponse,
): Promise<FastifyReply> {
  if (!isVersioned) throw new Error(`The call ${path} declares no version`)
  // Weak, because compressed and plain bodies share it.
  const etag = `W/"${hash('sha256', `${shapeHash(response)} ${version}`, 'base64url')}"`
  void reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(await toText())
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((known) => known.trim() === etag)
