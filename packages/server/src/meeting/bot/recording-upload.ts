/** The uploader of pages, in a process with Node. It has no journal: what a bot leaves unfinished, the server finishes. */
import { randomUUID } from 'node:crypto'
import { carefulPartMs, createUpload, type Upload, type UploadSource } from '@knowreel/recorder/upload/index.ts'
import type { PartTransport, UploadCalls } from '@knowreel/recorder/upload/upload-ports.ts'

export const createRecordingUpload = (source: UploadSource, calls: UploadCalls): Upload =>
  createUpload({
    source,
    entry: { ...newEntry, id: randomUUID(), mime: source.mime, updatedAt: Date.now() },
    calls,
    transport: nodeTransport,
    journal: { save: async () => {}, remove: async () => {}, list: async () => [], listIds: async () => [] },
    connection: { isOnline: () => true, waitForReconnect: waitForAbort },
    maxPartMs: carefulPartMs,
  })

const newEntry = {
  owner: '',
  name: '',
  size: null,
  fingerprint: null,
  articleId: null,
  parts: [],
  current: null,
  acceptId: null,
  marks: null,
  handle: null,
  context: null,
} as const

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })

const nodeTransport: PartTransport = {
  async put(url, body, headers, { signal, onProgress }) {
    const response = await fetch(url, { method: 'PUT', body, headers, signal })
    const answer = (await response.json().catch(() => null)) as { code?: unknown } | null
    if (response.ok) onProgress(body.size)
    return { status: response.status, code: typeof answer?.code === 'string' ? answer.code : null }
  },
  async head(url, signal) {
    const { status, headers } = await fetch(url, { method: 'HEAD', signal })
    return {
      status,
      code: null,
      offset: Number(headers.get('upload-offset') ?? 0),
      isComplete: headers.get('upload-complete') === '?1',
    }
  },
}
