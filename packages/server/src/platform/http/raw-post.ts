import type { FastifyInstance, FastifyRequest } from 'fastify'

type RawPost = { readonly path: string; readonly bodyLimit: number }

/** Registers a POST route whose handler gets the unparsed body, because a signature covers its bytes. */
export function registerRawPost(
  api: FastifyInstance,
  { path, bodyLimit }: RawPost,
  handle: (request: FastifyRequest, body: Buffer) => Promise<object>,
): void {
  void api.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    raw.post(path, { bodyLimit }, (request) =>
      handle(request, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
    )
  })
}
