/** A speech service on the loopback interface: speaks the forms of the real ones, and misbehaves on request. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedRequest = {
  readonly url: string
  readonly authorization: string | null
  /** Fields of the form, without the file. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly fileBytes: number
}

export type Behaviour = (response: ServerResponse, request: ReceivedRequest) => void

export const answer =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

export const answerWords = (...words: readonly (readonly [string, number, number])[]): Behaviour =>
  answer({ language: 'english', words: words.map(([word, start, end]) => ({ word, start, end })), text: 'x' })

/** Uses one of these behaviours for each request, then repeats the last. */
export async function startSpeechService(...behaviours: readonly Behaviour[]) {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void receive(request).then((received) => {
      const behave = behaviours[Math.min(requests.length, behaviours.length - 1)]
      requests.push(received)
      behave?.(response, received)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const fields: Record<string, string[]> = {}
  let fileBytes = body.length
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/')) {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    for (const [name, value] of form) {
      if (typeof value === 'string') (fields[name] ??= []).push(value)
      else fileBytes = value.size
    }
  }
  return { url: request.url ?? '', authorization: request.headers.authorization ?? null, fields, fileBytes }
}
