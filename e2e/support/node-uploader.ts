/** The uploader outside a browser: the same code with Node's own HTTP requests. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection, PartTransport, UploadCalls } from '../../packages/recorder/src/upload/index.ts'

export const alwaysOnline: Connection = {
  isOnline: () => true,
  waitForReconnect: (signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
}

const chunkBytes = 256 * 1024

export const nodeTransport = (baseURL: string): PartTransport => ({
  async put(url, body, headers, { signal, onProgress }) {
    const bytes = new Uint8Array(await body.arrayBuffer())
    const request = httpRequest(new URL(url, baseURL), {
      method: 'PUT',
      headers: { ...headers, 'content-length': bytes.length },
      signal,
      agent: false,
    })
    let isOver = false
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve)
      request.on('error', reject)
      request.on('close', () => reject(new Error('The line broke')))
    })
    answered.catch(() => undefined).finally(() => (isOver = true))
    for (let at = 0; at < bytes.length && !isOver; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes)
      const isFull = !request.write(chunk)
      onProgress(at + chunk.length)
      if (isFull)
        await Promise.race([new Promise((resolve) => request.once('drain', resolve)), answered]).catch(() => 0)
    }
    if (!isOver) request.end()
    const answer = await answered
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    return { status: answer.statusCode ?? 0, code: /"code":"(\w+)"/.exec(text)?.[1] ?? null }
  },
  async head(url, signal) {
    const answer = await fetch(new URL(url, baseURL), { method: 'HEAD', signal })
    return {
      status: answer.status,
      code: null,
      offset: Number(answer.headers.get('upload-offset') ?? 0),
      isComplete: answer.headers.get('upload-complete') === '?1',
    }
  },
})

export function nodeCalls(baseURL: string, token: string): UploadCalls {
  const ask = async <Answer>(method: string, path: string, body: unknown, signal: AbortSignal): Promise<Answer> => {
    const answer = await fetch(`${baseURL}/api${path}`, {
      method,
      signal,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await answer.text()
    const code = /"code":"(\w+)"/.exec(text)?.[1] ?? null
    if (!answer.ok) throw Object.assign(new Error(`${path} answered ${text}`), { status: answer.status, code })
    return JSON.parse(text) as Answer
  }
  return {
    url: (query, signal) => ask('GET', `/video-upload/url?${new URLSearchParams(query)}`, null, signal),
    accept: (body, signal) => ask('POST', '/video-upload/accept', body, signal),
    status: (id, signal) => ask('GET', `/video-upload/status/${id}`, null, signal),
  }
}

export async function signUp(baseURL: string): Promise<string> {
  const body = { firstName: 'Ines', lastName: 'Okafor', email: 'ines@halden.example', password: 'a password for tests' }
  for (;;) {
    const answer = await fetch(`${baseURL}/api/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, companyTitle: 'Halden Systems' }),
    })
    if (answer.ok) return ((await answer.json()) as { token: string }).token
    await delay(500)
  }
}
