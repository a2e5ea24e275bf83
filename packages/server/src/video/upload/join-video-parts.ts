/** Only for clients that do not send which part follows which: our uploader writes one file from the start. */
import { Readable } from 'node:stream'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { FileStorage } from '../../platform/files/index.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { processVideo } from '../pipeline/index.ts'
import { deletePartsOfVideo, listPartsOfVideo, type Part } from './video-part.queries.ts'
import { findOriginalKey } from '../video.queries.ts'

export async function joinParts(
  { db, files, jobs }: Pick<JobServices, 'db' | 'files' | 'jobs'>,
  videoId: string,
  signal: AbortSignal,
): Promise<void> {
  const target = await findOriginalKey(db, videoId)
  const parts = await listPartsOfVideo(db, videoId)
  // Deleted in the meantime, or joined by a worker that died before it could report so.
  if (target === null || parts.length === 0) return
  await files.put(target, Readable.from(readBytes(files, parts)), { signal })
  const unused = await runTransaction(db, async (trx) => {
    const keys = await deletePartsOfVideo(trx, videoId)
    await jobs.enqueue(trx, processVideo, { videoId })
    return keys
  })
  // A file that remains because of a crash here is removed by the sweep.
  for (const key of unused) await files.remove(key)
}

async function* readBytes(files: FileStorage, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const { id, fileKey, start, size } of parts) {
    const stored = size === null ? null : await files.read(fileKey, { start, end: start + size - 1 })
    if (stored === null) throw new Error(`The bytes of part ${id} are gone`)
    yield* stored as AsyncIterable<Uint8Array>
  }
}
