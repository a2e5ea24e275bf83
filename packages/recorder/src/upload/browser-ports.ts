/** The browser implementation of the ports. */
import type { Connection, PartResponse, PartTransport } from './upload-ports.ts'

/** Only XMLHttpRequest reports how much of a body has been sent. */
export const browserTransport: PartTransport = {
  put: (url, body, headers, { signal, onProgress }) =>
    new Promise<PartResponse>((resolve, reject) => {
      const request = new XMLHttpRequest()
      const end = () => request.abort()
      // Without a network the request would fail only after minutes. What has arrived is queried afterwards anyway.
      const lose = () => {
        reject(new Error('The connection was lost'))
        request.abort()
      }
      request.open('PUT', url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded }) => onProgress(loaded)
      request.onload = () => resolve({ status: request.status, code: errorCodeOf(request.responseText) })
      request.onerror = () => reject(new Error('The connection was lost'))
      request.onabort = () => reject(signal.reason as Error)
      request.onloadend = () => {
        signal.removeEventListener('abort', end)
        removeEventListener('offline', lose)
      }
      signal.addEventListener('abort', end, { once: true })
      addEventListener('offline', lose, { once: true })
      if (signal.aborted) return reject(signal.reason as Error)
      request.send(body)
    }),
  async head(url, signal) {
    const answer = await fetch(url, { method: 'HEAD', cache: 'no-store', signal })
    return {
      status: answer.status,
      code: null,
      offset: Number(answer.headers.get('upload-offset') ?? 0),
      isComplete: answer.headers.get('upload-complete') === '?1',
    }
  },
}

function errorCodeOf(body: string): string | null {
  try {
    const { code } = JSON.parse(body) as { code?: unknown }
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  waitForReconnect: (signal) =>
    new Promise((resolve) => {
      const end = () => {
        removeEventListener('online', end)
        resolve()
      }
      addEventListener('online', end, { once: true, signal })
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
    }),
}

/** Releases the lock of an upload. */
export type Release = () => void

/**
 * Locks an upload, which several tabs may know, for this tab. Resolves to null if another tab holds the lock; with
 * `isPatient` it waits until that tab releases it, for example by being closed.
 */
export async function acquireLock(
  uploadId: string,
  { isPatient = false, signal }: { isPatient?: boolean; signal?: AbortSignal } = {},
): Promise<Release | null> {
  // Plain http pages have no locks; two tabs would merely send the same bytes twice.
  if (navigator.locks === undefined) return () => undefined
  const name = `knowreel-upload-${uploadId}`
  return new Promise((resolve, reject) => {
    const options = isPatient ? { signal } : { ifAvailable: true }
    navigator.locks
      .request(name, options, (lock) => {
        if (lock === null) return resolve(null)
        return new Promise<void>((release) => resolve(release))
      })
      .catch(reject)
  })
}
