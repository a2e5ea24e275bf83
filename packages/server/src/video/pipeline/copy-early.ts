/**
 * Most uploads only need their streams taken over, and that takes hardly longer than looking whether it will do. So it is
 * begun at once, beside the look, in a folder of its own, and thrown away where the look says something else.
 *
 * Where a quick look told how many samples there are, room is left for the index in front, so that nothing is written twice;
 * then the bytes are also put on the disk while they come, and the end has little to wait for.
 */
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { JobServices } from '../../platform/jobs/index.ts'
import { inputOf, readMp4Facts, runMedia, sniffContainer, words } from '../../platform/media/index.ts'
import { copyLimits, outputParameters, type CopiedFile } from './make-main-file.ts'

/** No muxer of ours needs more for a sample; where that is wrong the copy fails and is made in the slow way. Bytes. */
const indexOfSample = 48
const indexHead = 65_536

export type EarlyCopyOptions = {
  readonly folder: string
  readonly signal: AbortSignal
  /** Of all tracks together; null where that is not known. */
  readonly sampleCount: number | null
}

/** Null when it did not work or would not do. Its failures are found out again, and told, by whoever does without it. */
export async function copyEarly(
  media: JobServices['media'],
  original: string,
  { folder, signal, sampleCount }: EarlyCopyOptions,
): Promise<CopiedFile | null> {
  // A Matroska file rarely holds what can be taken over whole.
  if (sampleCount === null && (await sniffContainer(original)) !== 'mov') return null
  const { size } = await stat(original)
  const output = path.join(folder, 'main.mp4')
  const moovBytes = sampleCount === null ? null : indexHead + sampleCount * indexOfSample
  let reached = 0
  const flusher = moovBytes === null ? null : flushMeanwhile(output)
  try {
    await runMedia(await media.tools(), {
      ...copyLimits(size),
      program: 'ffmpeg',
      parameters: [
        ...inputOf({ path: original, container: 'mov' }),
        ...words`-map 0:V:0 -map 0:a:0? -c copy`,
        ...outputParameters(output, moovBytes),
      ],
      signal,
      onProgress: (outputMs) => (reached = outputMs),
    })
  } finally {
    await flusher?.stop()
  }
  // Not every version of the program ends in failure when the room was too little: it leaves a film without an index.
  if (moovBytes !== null && (await readMp4Facts(output)) === null) return null
  return { path: output, reached }
}

const flushMs = 150

/** Failures show again when the file is put in its place. */
function flushMeanwhile(file: string): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async () => {
    await delay(flushMs, undefined, { signal })
    const handle = await open(file, 'r')
    try {
      for (; !signal.aborted; await delay(flushMs, undefined, { signal })) await handle.datasync()
    } finally {
      await handle.close()
    }
  }
  const working = work().catch(() => undefined)
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
