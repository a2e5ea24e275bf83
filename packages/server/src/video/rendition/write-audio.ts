/**
 * Writes the audio of a play map as one stream of samples: 48 kHz, two channels, 16 bits, each piece exactly as long as
 * planned.
 */
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { runMedia, commandArguments, type MediaFile, type MediaTools } from '../../platform/media/index.ts'
import type { AudioPiece } from './plan-rendition.ts'

const bytesPerSample = 4
/** Where two pieces meet, audio fades out and in within this time; otherwise it would click. 5 ms. */
const fadeSamples = 240
/** Decoders need a little of what comes before. Milliseconds. */
const prerollMs = 200
const silence = Buffer.alloc(192_000)

export async function writeAudio(
  tools: MediaTools,
  pieces: readonly AudioPiece[],
  to: { readonly fileOf: (videoId: string) => MediaFile; readonly input: Writable; readonly signal?: AbortSignal },
): Promise<void> {
  // One listener for all writes: each call of `once` listens until its event, which for `close` is the end.
  const closed = once(to.input, 'close')
  closed.catch(() => undefined)
  const write = async (bytes: Buffer) => {
    if (bytes.length > 0 && !to.input.write(bytes)) await Promise.race([once(to.input, 'drain'), closed])
  }
  for (const [index, piece] of pieces.entries()) {
    const fade = { atStart: index > 0, atEnd: index < pieces.length - 1 }
    const shaper = createAudioShaper(piece.samples, fade)
    if (piece.hasAudio) await decode(tools, piece, to, (chunk) => write(shaper.shape(chunk)))
    for (let left = shaper.missing(); left > 0; left -= silence.length) await write(silence.subarray(0, left))
  }
}

async function decode(
  tools: MediaTools,
  piece: AudioPiece,
  { fileOf, signal }: { readonly fileOf: (videoId: string) => MediaFile; readonly signal?: AbortSignal },
  onOutput: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const from = Math.max(0, piece.in - prerollMs)
  const length = piece.samples / 48
  const { path, container } = fileOf(piece.videoId)
  const start = (piece.in - from) / 1000
  await runMedia(tools, {
    program: 'ffmpeg',
    parameters: [
      ...(from > 0 ? commandArguments`-ss ${from / 1000}` : []),
      ...commandArguments`-protocol_whitelist file,pipe -f ${container} -i file:${path} -map 0:a:0 -vn`,
      ...commandArguments`-af aresample=48000:async=1:first_pts=0,atrim=start=${start}:duration=${length / 1000}`,
      ...commandArguments`-ac 2 -f s16le pipe:1`,
    ],
    timeoutMs: 300_000 + length * 2,
    signal,
    onOutput,
  })
}

/** Cuts the excess, reports how much is missing, and fades both ends; chunks may split a sample. */
export function createAudioShaper(samples: number, fade: { readonly atStart: boolean; readonly atEnd: boolean }) {
  let done = 0
  let rest: Buffer = Buffer.alloc(0)
  const gainAt = (sample: number): number => {
    const up = fade.atStart ? sample / fadeSamples : 1
    const down = fade.atEnd ? (samples - 1 - sample) / fadeSamples : 1
    return Math.min(1, up, down)
  }
  return {
    shape(chunk: Buffer): Buffer {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const count = Math.min(Math.floor(bytes.length / bytesPerSample), samples - done)
      rest = bytes.subarray(Math.floor(bytes.length / bytesPerSample) * bytesPerSample)
      const shaped = Buffer.from(bytes.subarray(0, count * bytesPerSample))
      for (let index = 0; index < count; index++) {
        const gain = gainAt(done + index)
        if (gain >= 1) continue
        for (const at of [index * bytesPerSample, index * bytesPerSample + 2])
          shaped.writeInt16LE(Math.round(shaped.readInt16LE(at) * gain), at)
      }
      done += count
      return shaped
    },
    /** In bytes. */
    missing: () => (samples - done) * bytesPerSample,
  }
}
