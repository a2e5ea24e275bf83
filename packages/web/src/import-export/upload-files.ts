/** Uploads the files of an import one after the other, and reports the progress. */

type UploadFilesOptions = {
  readonly files: readonly File[]
  /** One URL per file, in the same order. */
  readonly urls: readonly string[]
  /** Percent of all bytes. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

export class UploadFailed extends Error {}

export async function uploadFiles({ files, urls, onProgress, signal }: UploadFilesOptions): Promise<void> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let sent = 0
  for (const [index, file] of files.entries()) {
    const address = urls[index]
    if (address === undefined) continue
    await sendFile(file, address, signal, (bytes) => onProgress(Math.floor(((sent + bytes) / total) * 100)))
    sent += file.size
  }
}

/** `fetch` reports no upload progress. */
const sendFile = (file: File, address: string, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop)
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded))
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop)
      if (request.status === 200) resolve()
      else reject(new UploadFailed(signal.aborted ? 'Cancelled' : 'The files could not be uploaded. Please try again.'))
    })
    request.open('PUT', address)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
