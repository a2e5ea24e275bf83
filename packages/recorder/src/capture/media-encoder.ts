/** Encodes with MediaRecorder, in the best type that this browser records. */
import type { Encoder, EncoderListener } from './capture-ports.ts'

/**
 * VP9 keeps its frame rate under load, VP8 does not; MP4 comes after WebM because its chunks end with key frames, so
 * that a crash loses more.
 */
const types = [
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=av1,opus',
  'video/webm;codecs=h264,opus',
  'video/mp4;codecs=avc1.42001f,mp4a.40.2',
  'video/mp4',
  'video/webm;codecs=vp8,opus',
  'video/webm',
]

/** A crash loses what was not handed out yet, so that half a second leaves time to encode and to write. */
const chunkMs = 500
/**
 * One key frame per second: MP4 is flushed only at key frames, so that every other chunk has data. Players also seek
 * quickly.
 */
const keyFrameMs = 1000
const soundBits = 128_000

/** Null: this browser records nothing. */
export const recordableType = (): string | null =>
  'MediaRecorder' in globalThis ? (types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null) : null

/** Bits per second for the size of the picture: 2.5 million for 720p at 30 frames. */
const pictureBits = ({ width = 1280, height = 720, frameRate = 30 }: MediaTrackSettings): number =>
  Math.round(
    Math.min(
      8_000_000,
      Math.max(1_000_000, 2.5e6 * ((width * height) / (1280 * 720)) ** 0.8 * (frameRate / 30) ** 0.5),
    ),
  )

/** How long the last frames may take to be encoded, and how often to look. */
const maxDrainMs = 3000
const drainStepMs = 60

export function mediaEncoder(stream: MediaStream, { onChunk, onFailed }: EncoderListener): Encoder {
  const options = {
    mimeType: recordableType() ?? '',
    videoBitsPerSecond: pictureBits(stream.getVideoTracks()[0]?.getSettings() ?? {}),
    audioBitsPerSecond: soundBits,
    videoKeyFrameIntervalDuration: keyFrameMs,
  }
  const recorder = new MediaRecorder(stream, options)
  const ended = Promise.withResolvers<void>()
  let hasContent = false
  recorder.ondataavailable = ({ data }) => {
    hasContent ||= data.size > 0
    onChunk(data)
  }
  recorder.onerror = onFailed
  // It also stops when all its tracks end.
  recorder.onstop = () => ended.resolve()

  const handOut = (): Promise<number> =>
    new Promise((resolve) => {
      recorder.addEventListener('dataavailable', ({ data }) => resolve(data.size), { once: true })
      recorder.requestData()
    })
  /**
   * Stopping throws away frames that wait for the encoder: up to ten, two seconds of a busy computer. Silence before the
   * first of them only means that it takes long.
   */
  const drain = async () => {
    if (recorder.state === 'recording') recorder.pause()
    const until = performance.now() + maxDrainMs
    for (let quiet = 0; (quiet < 2 || !hasContent) && performance.now() < until && recorder.state !== 'inactive';) {
      quiet = (await handOut()) === 0 ? quiet + 1 : 0
      await new Promise((resolve) => setTimeout(resolve, drainStepMs))
    }
  }
  return {
    mime: options.mimeType,
    start: () => recorder.start(chunkMs),
    pause: () => recorder.state === 'recording' && recorder.pause(),
    resume: () => recorder.state === 'paused' && recorder.resume(),
    async stop() {
      if (recorder.state !== 'inactive') await drain()
      // Its tracks may have ended in the meantime.
      if (recorder.state !== 'inactive') recorder.stop()
      await ended.promise
    },
  }
}
