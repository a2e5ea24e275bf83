/**
 * Serves the recogniser that runs in browsers. Only its worker may compile WebAssembly: the policy of a worker is that
 * of its own response, so pages need no permission for it.
 */
import { ocrFilesPath } from '@knowreel/shared/screen-text/text-languages.ts'
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { parseAcceptedEncodings } from '../http/compress-responses.ts'
import { browserFiles } from './language-data.ts'

const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
const cacheControl = 'public, max-age=31536000, immutable'

export function registerOcrFiles(app: FastifyInstance): void {
  const files = browserFiles()
  const packed = new Map<string, Promise<Buffer>>()
  const pack = (file: string): Promise<Buffer> => {
    const known = packed.get(file)
    if (known !== undefined) return known
    const made = readFile(file).then((bytes) => promisify(gzip)(bytes, { level: 9 }))
    packed.set(file, made)
    made.catch(() => packed.delete(file))
    return made
  }
  app.get<{ Params: { name: string } }>(`${ocrFilesPath}/:name`, async (request, reply) => {
    const { name } = request.params
    const file = files.get(name)
    if (file === undefined) throw new AppError('not_found')
    void reply.headers({ 'cache-control': cacheControl, vary: 'accept-encoding' })
    // Its own format, which the recogniser unpacks.
    if (!name.endsWith('.js')) return reply.type('application/octet-stream').send(await readFile(file))
    void reply.type('text/javascript; charset=utf-8').header('content-security-policy', workerPolicy)
    if (!parseAcceptedEncodings(request.headers['accept-encoding']).has('gzip')) return reply.send(await readFile(file))
    return reply.header('content-encoding', 'gzip').send(await pack(file))
  })
}
