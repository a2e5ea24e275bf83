/** The world as a page has it. */
import type { Connection, PartAnswer, PartTransport } from './upload-ports.ts'

/** Only XMLHttpRequest tells how much of a body has left. */
export const browserTransport: PartTransport = {
  put: (url, body, headers, { signal, onProgress }) =>
    new Promise<PartAnswer>((resolve, reject) => {
      const request = new XMLHttpRequest()
      const end = () => request.abort()
      request.open('PUT', url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded }) => onProgress(loaded)
      request.onload = () => resolve({ status: request.status, code: codeOf(request.responseText) })
      request.onerror = () => reject(new Error('The line broke'))
      request.onabort = () => reject(signal.reason as Error)
      request.onloadend = () => signal.removeEventListener('abort', end)
      signal.addEventListener('abort', end, { once: true })
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

function codeOf(body: string): string | null {
  try {
    const { code } = JSON.parse(body) as { code?: unknown }
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  cameBack: (signal) =>
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

/** Gives null at once when another tab has the same upload in hand. */
export async function whileAlone<Result>(uploadId: string, work: () => Promise<Result>): Promise<Result | null> {
  // Plain http addresses have no locks; two tabs would only send the same bytes twice.
  if (navigator.locks === undefined) return work()
  return navigator.locks.request(`knowreel-upload-${uploadId}`, { ifAvailable: true }, (lock) =>
    lock === null ? Promise.resolve(null) : work(),
  )
}
