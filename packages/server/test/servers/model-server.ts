/**
 * A model on the loopback interface that speaks the OpenAI protocol: chat with streaming, pictures, embeddings. It obeys
 * whatever it reads, like a model without any resistance, and can misbehave in every way that providers do.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ChatBody = {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly stream?: boolean
}

export type ReceivedRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: ChatBody & { readonly prompt?: string; readonly input?: readonly string[] }
  /** Set when the client went away before the end. */
  isAborted: boolean
}

export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number; readonly body?: string }
  | { readonly kind: 'cut' | 'endsEarly' | 'invalidJson' | 'empty' | 'endless' | 'hang' | 'stalls' }

export type ModelServer = {
  readonly url: string
  readonly requests: ReceivedRequest[]
  /** The reply to a chat; the default obeys. */
  reply: (body: ChatBody) => string
  /** The meaning of a text; the default compares words. */
  embed: (text: string) => readonly number[]
  /** Used one by one, then the server behaves. */
  readonly faults: Fault[]
  /** Between two words. */
  delayMs: number
  hasUsage: boolean
  /** The text of the last request. */
  lastPrompt(): string
  reset(): void
  close(): Promise<void>
}

/** A PNG of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const textOf = ({ messages }: ChatBody): string => messages.map(({ content }) => content).join('\n')

/** Follows the instructions in a text. */
export function obey(body: ChatBody): string {
  const commands = [...textOf(body).matchAll(/(?:reply with|say|output|write):\s*(.+)/giu)].map(
    (match) => match[1] ?? '',
  )
  if (textOf(body).includes('You write search queries')) return JSON.stringify({ queries: [lastWords(body)] })
  return commands.length > 0 ? `${commands.join(' ')} [1]` : `Done. [1]`
}

const lastWords = (body: ChatBody): string =>
  /<\w+-question>\n(.*)\n/u.exec(textOf(body))?.[1]?.slice(0, 100) ?? 'words'

const dimensions = 64

/** Texts with the same words point in the same direction. */
export function embedWords(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.01)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 7
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
    const at = hash % dimensions
    vector[at] = (vector[at] ?? 0) + 1
  }
  return vector
}

export async function startModelServer(): Promise<ModelServer> {
  const http = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString() || '{}') as ReceivedRequest['body']
      const received: ReceivedRequest = { path: request.url ?? '', headers: request.headers, body, isAborted: false }
      model.requests.push(received)
      response.on('close', () => (received.isAborted = !response.writableFinished))
      void answer(model, received, response)
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const model: ModelServer = {
    url: `http://127.0.0.1:${port}/v1`,
    requests: [],
    reply: obey,
    embed: embedWords,
    faults: [],
    delayMs: 0,
    hasUsage: true,
    lastPrompt: () => textOf(model.requests.at(-1)?.body ?? { model: '', messages: [] }),
    reset() {
      model.requests.length = 0
      model.faults.length = 0
      Object.assign(model, { reply: obey, embed: embedWords, delayMs: 0, hasUsage: true })
    },
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return model
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function answer(model: ModelServer, { path, body }: ReceivedRequest, response: ServerResponse): Promise<void> {
  const fault = model.faults.shift()
  if (fault?.kind === 'status') {
    const { status, retryAfter, body: text = '<html>Bad gateway</html>' } = fault
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
    return void response.end(text)
  }
  if (fault?.kind === 'hang') return
  if (path.endsWith('/images/generations')) {
    await wait(model.delayMs)
    response.writeHead(200, { 'content-type': 'application/json' })
    const image = fault?.kind === 'invalidJson' ? Buffer.from('<svg onload="alert(1)"/>').toString('base64') : onePixel
    return void response.end(JSON.stringify({ created: 1, data: [{ b64_json: image }] }))
  }
  if (path.endsWith('/embeddings')) {
    const data = (body.input ?? []).map((text, index) => ({ object: 'embedding', index, embedding: model.embed(text) }))
    response.writeHead(200, { 'content-type': 'application/json' })
    if (fault?.kind === 'invalidJson') return void response.end('{"data":[')
    const usage = model.hasUsage ? { usage: { prompt_tokens: 10 * data.length, total_tokens: 10 * data.length } } : {}
    return void response.end(JSON.stringify({ object: 'list', model: body.model, data, ...usage }))
  }
  if (!path.endsWith('/chat/completions')) {
    response.writeHead(404)
    return void response.end('{}')
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  const choice = (delta: object, reason: string | null = null) =>
    send({ id: 'chat', model: body.model, choices: [{ index: 0, delta, finish_reason: reason }] })
  if (fault?.kind === 'invalidJson') {
    response.write('data: {"id":"chat","choi\n\n')
    return void response.end()
  }
  if (fault?.kind === 'empty') {
    choice({}, 'stop')
    return void response.end('data: [DONE]\n\n')
  }
  if (fault?.kind === 'endless') {
    while (!response.destroyed) {
      choice({ content: 'again and again ' })
      await wait(1)
    }
    return
  }
  const words = model.reply(body).split(/(?<=\s)/u)
  for (const [at, word] of words.entries()) {
    if (response.destroyed) return
    if (at === 2 && fault?.kind === 'cut') return void response.destroy()
    if (at === 2 && fault?.kind === 'endsEarly') return void response.end()
    if (at === 2 && fault?.kind === 'stalls') return
    choice({ role: 'assistant', content: word })
    if (model.delayMs > 0) await wait(model.delayMs)
  }
  choice({}, 'stop')
  if (model.hasUsage)
    send({
      id: 'chat',
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: words.length, total_tokens: 100 + words.length },
    })
  response.end('data: [DONE]\n\n')
}
