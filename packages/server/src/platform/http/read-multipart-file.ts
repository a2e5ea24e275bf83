/**
 * One file out of multipart/form-data (RFC 7578), as it arrives: what comes before the part `file` is thrown away, what
 * comes after it too. The parts of a form are divided by a line of the boundary that the header names; the bytes of a part
 * end where that line begins, which may lie across two pieces of the stream.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { IncomingMessage } from 'node:http'

export type ArrivingFile = {
  /** As the sender calls it: nothing to rely on. */
  readonly name: string
  /** Ends with an error when the file does not arrive whole. */
  readonly content: AsyncGenerator<Buffer>
}

/** Bytes. */
const mostHeader = 16_000
const mostBefore = 100_000

/** Without a byte for so long the sender counts as gone. */
const stallMs = 60_000
/** However slowly it comes. */
const mostMs = 3_600_000

const headEnd = Buffer.from('\r\n\r\n')

export const isMultipart = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^multipart\/form-data\s*(?:;|$)/i.test(contentType.trim())

/** Null when the form ends without a file. */
export async function readMultipartFile(request: IncomingMessage): Promise<ArrivingFile | null> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  if (boundary === null) throw unreadable()
  const form = new Form(arrivingBytes(request), Buffer.from(`\r\n--${boundary}`, 'latin1'))
  let before = 0
  for await (const piece of form.content()) if ((before += piece.length) > mostBefore) throw unreadable()
  for (let head = await form.head(); head !== null; head = await form.head()) {
    const part = readDisposition(head)
    if (part?.field === 'file' && part.fileName !== null) return { name: part.fileName, content: wholeFile(form) }
    for await (const piece of form.content()) if ((before += piece.length) > mostBefore) throw unreadable()
  }
  return null
}

/** The rest of the form is read too, so that the answer finds its sender. */
async function* wholeFile(form: Form): AsyncGenerator<Buffer> {
  yield* form.content()
  let after = 0
  for (let head = await form.head(); head !== null; head = await form.head())
    for await (const piece of form.content()) if ((after += piece.length) > mostBefore) throw unreadable()
}

class Form {
  readonly #source: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  /** The first boundary may stand at the very beginning, without a line end of its own. */
  #rest: Buffer = Buffer.from('\r\n')

  constructor(source: AsyncIterable<Buffer>, delimiter: Buffer) {
    this.#source = source[Symbol.asyncIterator]()
    this.#delimiter = delimiter
  }

  /** Up to the next boundary. */
  async *content(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#rest.indexOf(this.#delimiter)
      if (end !== -1) {
        const last = this.#rest.subarray(0, end)
        this.#rest = this.#rest.subarray(end + this.#delimiter.length)
        if (last.length > 0) yield last
        return
      }
      // What may be the beginning of a boundary waits for its end.
      const sure = this.#rest.length - this.#delimiter.length + 1
      if (sure > 0) {
        const piece = this.#rest.subarray(0, sure)
        this.#rest = this.#rest.subarray(sure)
        yield piece
      }
      await this.#more()
    }
  }

  /** The header lines of the next part; null after the last one. */
  async head(): Promise<string | null> {
    while (this.#rest.length < 2) await this.#more()
    if (this.#rest.subarray(0, 2).toString('latin1') === '--') {
      while (await this.#next());
      return null
    }
    for (;;) {
      const end = this.#rest.indexOf(headEnd)
      if (end !== -1) {
        const head = this.#rest.subarray(0, end).toString('utf8')
        this.#rest = this.#rest.subarray(end + headEnd.length)
        return head
      }
      if (this.#rest.length > mostHeader) throw unreadable()
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    if (!(await this.#next())) throw unreadable()
  }

  async #next(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }
}

const unreadable = (cause?: unknown) => new AppError('unreadable_request', { cause })

async function* arrivingBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  const stall = setTimeout(() => request.destroy(), stallMs)
  const end = setTimeout(() => request.destroy(), mostMs)
  for (const timer of [stall, end]) timer.unref()
  try {
    // A refusal is to be answered: leaving the loop must not destroy the connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      stall.refresh()
      yield chunk
    }
  } catch (error) {
    // Who sends may go away at any moment: nothing is wrong with us then.
    throw unreadable(error)
  } finally {
    clearTimeout(stall)
    clearTimeout(end)
  }
}

function boundaryOf(contentType: string): string | null {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  return match?.[1] ?? match?.[2] ?? null
}

/** Browsers send the name as UTF-8, with `%22` for a quote; some programs send it in the manner of RFC 8187. */
function readDisposition(head: string): { field: string; fileName: string | null } | null {
  const line = head.split('\r\n').find((one) => /^content-disposition\s*:/i.test(one))
  if (line === undefined || !/:\s*form-data\s*;/i.test(line)) return null
  const value = (name: string): string | null => {
    const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(line)
    return match?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? match?.[2] ?? null
  }
  const field = value('name')
  if (field === null) return null
  const encoded = /;\s*filename\*=utf-8''([^\s;]+)/i.exec(line)?.[1]
  return { field, fileName: (encoded && decoded(encoded)) ?? value('filename')?.replaceAll(/%22/g, '"') ?? null }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
