/**
 * Reads one file from multipart/form-data as it arrives. The sizes of everything around it and the duration are limited
 * here; busboy parses the form itself.
 */
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

export type IncomingFile = {
  /** The sender's file name, untrusted. */
  readonly name: string
  /** Throws if the file does not arrive completely. */
  readonly content: AsyncGenerator<Buffer>
}

/** Bytes before the file and after it. */
const maxBytesAroundFile = 100_000
const feedChunkBytes = 4096

/** After this time without a byte, the sender counts as gone. */
const stallMs = 60_000
const maxMs = 3_600_000

/** At most 70 characters (RFC 2046). */
const boundaryPattern = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70}(?![^\s;]))/i

export const isMultipart = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^multipart\/form-data\s*(?:;|$)/i.test(contentType.trim())

/** Null if the form ends without a file. */
export async function readMultipartFile(request: IncomingMessage): Promise<IncomingFile | null> {
  if (!boundaryPattern.test(request.headers['content-type'] ?? '')) throw unreadableError()
  const form = new Busboy({
    headers: request.headers as BusboyHeaders,
    preservePath: true,
    isPartAFile: (_field, _type, name) => name !== undefined,
    limits: { fieldSize: maxBytesAroundFile },
  })
  const found = Promise.withResolvers<IncomingFile | null>()
  let file: Readable | null = null
  form.on('file', (field, part, name) => {
    // A stream that fails unread would end the process. The end of the form reports the failure.
    part.on('error', () => undefined)
    if (field !== 'file' || file !== null) return part.resume()
    file = part
    // Browsers write a quote in a name as %22.
    return found.resolve({ name: name.replaceAll('%22', '"'), content: readWholeFile(part, end) })
  })
  const end = feedForm(form, request, () => file !== null && !file.readableEnded)
  end.then(
    () => found.resolve(null),
    (error: Error) => {
      file?.destroy(error)
      found.reject(error)
    },
  )
  return found.promise
}

/** The rest of the form is read too, so that the response reaches its sender. */
async function* readWholeFile(part: Readable, end: Promise<void>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part as AsyncIterable<Buffer>) yield chunk
  } catch (cause) {
    await end
    throw unreadableError(cause)
  }
  await end
}

async function feedForm(form: BusboyInstance, request: IncomingMessage, isInFile: () => boolean): Promise<void> {
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => undefined)
  form.on('finish', ended.resolve).on('error', (cause) => ended.reject(unreadableError(cause)))
  form.on('field', (_field, _text, _isNameCut, isCut) => isCut && ended.reject(unreadableError()))
  let around = 0
  for await (let chunk of incomingBytes(request)) {
    while (chunk.length > 0) {
      // A chunk may hold the start of the form and much of its file: only slices show where the file begins.
      const slice = isInFile() ? chunk : chunk.subarray(0, feedChunkBytes)
      if (!isInFile() && (around += slice.length) > maxBytesAroundFile) throw unreadableError()
      if (!form.write(slice)) await Promise.race([once(form, 'drain'), ended.promise])
      chunk = chunk.subarray(slice.length)
    }
  }
  form.end()
  await ended.promise
}

const unreadableError = (cause?: unknown) => new AppError('unreadable_request', { cause })

async function* incomingBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  const stall = setTimeout(() => request.destroy(), stallMs)
  const end = setTimeout(() => request.destroy(), maxMs)
  for (const timer of [stall, end]) timer.unref()
  try {
    // The refusal has to reach the sender: leaving the loop must not destroy the connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      stall.refresh()
      yield chunk
    }
  } catch (error) {
    // The sender may leave at any moment, which is no fault of the server.
    throw unreadableError(error)
  } finally {
    clearTimeout(stall)
    clearTimeout(end)
  }
}
