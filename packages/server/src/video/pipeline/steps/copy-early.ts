/**
 * Most uploads only need their streams copied into a container with its index in front, which hardly takes longer than inspecting them. The copy therefore
 * starts immediately, in parallel with the inspection and in its own folder, and is discarded if the inspection
 * disagrees. A copy whose codecs do not play everywhere is played by browsers that support them until it is encoded.
 *
 * Space for the index is reserved in front where its size can be estimated, so that nothing is written twice. The bytes
 * of an MP4 are then also flushed to disk as they arrive, which keeps the final flush short.
 */
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { JobServices } from '../../../platform/jobs/index.ts'
import {
  inputArguments,
  readMp4Info,
  runMedia,
  sniffContainer,
  commandArguments,
} from '../../../platform/media/index.ts'
import { commonOutputParameters, copyLimits, outputParameters, type CopiedFile } from './make-main-file.ts'

/**
 * Bytes of index per sample; no muxer of ours needs more. If it is too little, the copy fails and the slow path makes
 * it.
 */
const indexBytesPerSample = 48
const indexBaseBytes = 65_536

export type EarlyCopyOptions = {
  readonly folder: string
  readonly signal: AbortSignal
  /** The total of all tracks; null if unknown. */
  readonly sampleCount: number | null
}

/** Null if it failed or was not suitable. Its failures are not reported: the slow path finds them again. */
export async function copyEarly(
  media: JobServices['media'],
  original: string,
  { folder, signal, sampleCount }: EarlyCopyOptions,
): Promise<CopiedFile | null> {
  const container = sampleCount === null ? await sniffContainer(original) : 'mov'
  if (container === null) return null
  const { size } = await stat(original)
  if (container === 'matroska') return copyToWebm(media, original, { folder, signal, size })
  const output = path.join(folder, 'main.mp4')
  const moovBytes = sampleCount === null ? null : indexBaseBytes + sampleCount * indexBytesPerSample
  let reached = 0
  const tools = await media.tools()
  const copying = runMedia(tools, {
    ...copyLimits(size),
    program: 'ffmpeg',
    parameters: [
      ...inputArguments({ path: original, container: 'mov' }),
      ...commandArguments`-map 0:V:0 -map 0:a:0? -c copy`,
      ...outputParameters(output, moovBytes),
    ],
    signal,
    onProgress: (outputMs) => (reached = outputMs),
  })
  await (moovBytes === null ? copying : flushWhile(copying, output))
  // Some versions of ffmpeg succeed when the reserved space is too small, and leave a file without an index.
  if (moovBytes !== null && (await readMp4Info(output)) === null) return null
  return { path: output, container, reachedMs: reached }
}

/** Space for the index in front: a little more than a key frame per second takes. Otherwise it is written at the end. */
const cueBytesPerByte = 1 / 10_000
const cueBaseBytes = 65_536

/** Fails if a stream does not fit WebM, such as H.264. */
async function copyToWebm(
  media: JobServices['media'],
  original: string,
  { folder, signal, size }: Pick<EarlyCopyOptions, 'folder' | 'signal'> & { readonly size: number },
): Promise<CopiedFile> {
  const output = path.join(folder, 'first.webm')
  let reached = 0
  await runMedia(await media.tools(), {
    ...copyLimits(size),
    program: 'ffmpeg',
    parameters: [
      ...inputArguments({ path: original, container: 'matroska' }),
      ...commandArguments`-map 0:V:0 -map 0:a:0? -c copy`,
      ...commonOutputParameters,
      ...commandArguments`-reserve_index_space ${cueBaseBytes + Math.ceil(size * cueBytesPerByte)}`,
      ...commandArguments`-f webm file:${output}`,
    ],
    // A copy cannot repair timestamps; encoding can.
    fatalWarning: /non-monoton|timestamps are unset/i,
    signal,
    onProgress: (outputMs) => (reached = outputMs),
  })
  return { path: output, container: 'matroska', reachedMs: reached }
}

const flushIntervalMs = 150

/** Failures to flush are ignored here: they appear again when the file is moved to its final location. */
async function flushWhile(copying: Promise<void>, file: string): Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const flush = async () => {
    await delay(flushIntervalMs, undefined, { signal })
    const handle = await open(file, 'r')
    try {
      for (; !signal.aborted; await delay(flushIntervalMs, undefined, { signal })) await handle.datasync()
    } finally {
      await handle.close()
    }
  }
  const flushing = flush().catch(() => undefined)
  try {
    await copying
  } finally {
    stopping.abort()
    await flushing
  }
}
