/**
 * The open recordings of a play map. A piece holds its recording until it is closed: many pieces of many recordings may
 * be open together, and a recording disposed under one of them ends playback.
 */
import type { Recording } from './recording.ts'

export type HeldRecording = {
  readonly recording: Recording
  release(): void
}

export type Recordings = {
  /** Opens the recording, or shares it while it is open. */
  hold(videoId: string): Promise<HeldRecording>
  dispose(): void
}

/** Recordings that nobody holds stay open for the next piece or seek, this many at most. */
const maxUnused = 3

type OpenRecording = { readonly opening: Promise<Recording>; holders: number }

export function createRecordings(openOne: (videoId: string) => Promise<Recording>): Recordings {
  /** In the order of their last use. */
  const open = new Map<string, OpenRecording>()

  const dispose = ({ opening }: OpenRecording) => {
    void opening.then((recording) => recording.dispose()).catch(() => undefined)
  }

  function release(videoId: string, one: OpenRecording): void {
    one.holders--
    if (one.holders > 0 || open.get(videoId) !== one) return
    open.delete(videoId)
    open.set(videoId, one)
    const unused = [...open].filter(([, { holders }]) => holders === 0)
    for (const [id, left] of unused.slice(0, Math.max(0, unused.length - maxUnused))) {
      open.delete(id)
      dispose(left)
    }
  }

  return {
    async hold(videoId) {
      const one = open.get(videoId) ?? { opening: openOne(videoId), holders: 0 }
      open.set(videoId, one)
      one.holders++
      try {
        const recording = await one.opening
        let isReleased = false
        return {
          recording,
          release() {
            if (!isReleased) release(videoId, one)
            isReleased = true
          },
        }
      } catch (error) {
        if (open.get(videoId) === one) open.delete(videoId)
        throw error
      }
    },
    dispose() {
      for (const one of open.values()) dispose(one)
      open.clear()
    },
  }
}
