/** The uploader of pages, in a process with Node. It has no journal: what a bot leaves unfinished, the server finishes. */
import { randomUUID } from 'node:crypto'
import { crashSafePartMs, createUpload, type Upload, type UploadSource } from '@knowreel/recorder/upload/index.ts'
import type { JournalEntry, PartTransport, UploadCalls } from '@knowreel/recorder/upload/upload-ports.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { createPart, type PartAddresses } from '../../video/index.ts'
import { acceptRecording, findOwner, type AcceptServices } from '../after/accept-recording.ts'
import { saveFirstPart } from './bot.queries.ts'

/** `parts` were stored by a process that has ended. */
export const createRecordingUpload = (
  source: UploadSource,
  calls: UploadCalls,
  parts: JournalEntry['parts'] = [],
): Upload =>
  createUpload({
    source,
    entry: { ...newEntry, id: randomUUID(), mime: source.mime, parts, updatedAt: Date.now() },
    calls,
    transport: nodeTransport,
    journal: { save: async () => {}, remove: async () => {}, list: async () => [], listIds: async () => [] },
    connection: { isOnline: () => true, waitForReconnect: waitForAbort },
    maxPartMs: crashSafePartMs,
  })

const newEntry = {
  owner: '',
  name: '',
  size: null,
  fingerprint: null,
  articleId: null,
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

export type UploadServices = AcceptServices & {
  readonly addresses: PartAddresses
  /** Where this process reaches the API. */
  readonly origin: () => string
}

type Attended = {
  readonly id: string
  readonly attempt: number
  readonly companyId: string
  readonly organizerId: string
}

/** The calls of the uploader, in the name of the organizer. */
export function uploadCalls(services: UploadServices, meeting: Attended, mime: string): UploadCalls {
  const { db, addresses, origin } = services
  return {
    async url({ after, id }) {
      const owner = await findOwner(db, meeting)
      if (owner === null) throw new AppError('forbidden')
      const partId = id ?? (await createPart(db, owner, after ?? null))
      if (id === undefined && after === undefined) await saveFirstPart(db, meeting, { partId, mime })
      return { id: partId, url: `${origin()}${addresses.sign(partId)}` }
    },
    async accept({ parts }) {
      const videoId = await acceptRecording(services, meeting.id, { parts, mime })
      if (videoId === null) throw new AppError('not_found')
      return { id: videoId }
    },
    status: async () => ({ status: 'finished', video: null, progress: 100, error: null, steps: [] }),
  }
}
