/**
 * The frames of one piece, decoded a few ahead. Each takes megabytes, so it is released as soon as the next one is due.
 */
import type { VideoSample, VideoSampleSink } from 'mediabunny'
import { frameToleranceSeconds } from './player.rules.ts'

const maxQueuedFrames = 4
export type PieceFrames = {
  /** The newest frame due at a time of the recording, in seconds; null if none has become due since the last call. */
  takeFrame(videoTime: number): VideoSample | null
  /** Resolves when the first frame is available, or none will be. */
  readonly ready: Promise<void>
  /** No frame is available although more will come. */
  isStarved(videoTime: number): boolean
  close(): void
}

/** Reads `[from, to)` of a recording, in seconds; starts with the frame visible at `from`. */
export function readFrames(
  sink: VideoSampleSink,
  from: number,
  to: number,
  onError: (error: unknown) => void,
): PieceFrames {
  const queue: VideoSample[] = []
  let isClosed = false
  let isDone = false
  let lastEnd = from
  let wake: (() => void) | null = null
  let resolveReady: () => void = () => undefined
  const ready = new Promise<void>((resolve) => (resolveReady = resolve))

  const read = async () => {
    for await (const sample of sink.samples(from + frameToleranceSeconds, to - frameToleranceSeconds)) {
      if (isClosed) {
        sample.close()
        return
      }
      queue.push(sample)
      resolveReady()
      // oxlint-disable-next-line no-unmodified-loop-condition -- closed by another turn of the event loop
      while (queue.length >= maxQueuedFrames && !isClosed) await new Promise<void>((resolve) => (wake = resolve))
    }
    isDone = true
  }
  void read()
    .catch((error: unknown) => {
      if (!isClosed) onError(error)
    })
    .finally(resolveReady)

  return {
    ready,
    takeFrame(videoTime) {
      let due: VideoSample | null = null
      for (
        let next = queue[0];
        next !== undefined && next.timestamp <= videoTime + frameToleranceSeconds;
        next = queue[0]
      ) {
        due?.close()
        due = next
        queue.shift()
      }
      if (due !== null) {
        lastEnd = due.timestamp + due.duration
        wake?.()
      }
      return due
    },
    // A frame may last long, as in a recording of a still screen: only a time past its end is starved.
    isStarved: (videoTime) => !isDone && !isClosed && queue.length === 0 && videoTime > lastEnd + 0.1,
    close() {
      isClosed = true
      for (const sample of queue) sample.close()
      queue.length = 0
      wake?.()
      resolveReady()
    },
  }
}
