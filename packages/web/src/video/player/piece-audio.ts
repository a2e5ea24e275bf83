/**
 * The sound of one piece on the audio clock. Pieces overlap by a few milliseconds and cross-fade, because waves that
 * simply meet produce a click. For the same reason every start is rounded to the sample grid.
 */
import type { AudioBufferSink } from 'mediabunny'

/** Length of the cross-fade, in seconds. */
export const crossFadeSeconds = 0.01

export type AudioSchedule = {
  /** The audio clock time at which the piece becomes audible, in seconds. */
  readonly at: number
  /** Range of the recording, in seconds. */
  readonly from: number
  readonly to: number
  readonly speed: number
  /** Whether another piece ends where this one starts. */
  readonly isFadedIn: boolean
}

export type PieceAudio = {
  /** The audio clock time up to which sound is scheduled; Infinity when all of it is. */
  scheduledUntil(): number
  stop(): void
}

/** How far ahead of the clock sound is decoded, in seconds; the timers of hidden pages run only once a second. */
const decodeAheadSeconds = 3.5

export function playAudio(
  context: AudioContext,
  sink: AudioBufferSink,
  timing: AudioSchedule,
  output: AudioNode,
  onError: (error: unknown) => void,
): PieceAudio {
  const { at, from, to, speed, isFadedIn } = timing
  const end = at + (to - from) / speed
  const gain = context.createGain()
  gain.connect(output)
  if (isFadedIn) {
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(1, at + crossFadeSeconds)
  }
  gain.gain.setValueAtTime(1, Math.max(at + crossFadeSeconds, end))
  gain.gain.linearRampToValueAtTime(0, end + crossFadeSeconds)

  const nodes = new Set<AudioBufferSourceNode>()
  let isStopped = false
  let until = at

  const schedule = (buffer: AudioBuffer, timestamp: number) => {
    const rate = context.sampleRate
    const toGrid = (seconds: number) => Math.round(seconds * rate) / rate
    const starts = at + (timestamp - from) / speed
    const first = Math.max(toGrid(at), toGrid(starts))
    const offset = Math.max(0, (first - starts) * speed)
    const last = Math.min(end + crossFadeSeconds, starts + buffer.duration / speed)
    if (last <= first || offset >= buffer.duration) return
    const node = context.createBufferSource()
    node.buffer = buffer
    node.playbackRate.value = speed
    node.connect(gain)
    node.onended = () => {
      nodes.delete(node)
      node.disconnect()
    }
    nodes.add(node)
    // Late sound is played from the position it should have reached.
    const late = Math.max(0, context.currentTime - first)
    node.start(first + late, offset + late * speed, (last - first) * speed)
    until = last
  }

  const read = async () => {
    for await (const { buffer, timestamp } of sink.buffers(from, to + crossFadeSeconds * speed)) {
      if (isStopped) return
      schedule(buffer, timestamp)
      // oxlint-disable-next-line no-unmodified-loop-condition -- stopped by another turn of the event loop
      while (until > context.currentTime + decodeAheadSeconds && !isStopped)
        await new Promise((resolve) => setTimeout(resolve, 200))
    }
    until = Infinity
  }
  void read().catch((error: unknown) => {
    if (!isStopped) onError(error)
  })

  return {
    scheduledUntil: () => until,
    stop() {
      isStopped = true
      // A short fade, because stopping in the middle of a wave clicks.
      const now = context.currentTime
      gain.gain.cancelScheduledValues(now)
      gain.gain.setTargetAtTime(0, now, 0.003)
      setTimeout(() => {
        for (const node of nodes) node.stop()
        gain.disconnect()
      }, 30)
    },
  }
}
