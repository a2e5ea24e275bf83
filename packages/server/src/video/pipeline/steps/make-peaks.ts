import { encodePeaks } from '@knowreel/shared/video/peaks.ts'
import { inputArguments, runMedia, commandArguments, type MediaFile } from '../../../platform/media/index.ts'
import type { StepResult, StepTools } from '../run/run-step.ts'

const samplesPerSecond = 8000
const samplesPerPair = samplesPerSecond / 100

export async function makePeaks(step: StepTools, file: MediaFile, duration: number): Promise<StepResult> {
  const meter = createPeakMeter(Math.ceil(duration / 10) + 200)
  await runMedia(step.tools, {
    program: 'ffmpeg',
    parameters: [
      ...inputArguments(file),
      ...commandArguments`-vn -af aresample=async=1:first_pts=0 -ac 1 -ar ${samplesPerSecond}`,
      ...commandArguments`-f s16le pipe:1`,
    ],
    timeoutMs: 300_000 + duration,
    signal: step.signal,
    onOutput: (chunk) => meter.add(chunk),
    onProgress: (outputMs) => step.onProgress((outputMs / duration) * 100),
  })
  return { change: { peaks_key: await step.storeFile('application/octet-stream', encodePeaks(meter.pairs())) } }
}

/**
 * Reads signed 16-bit samples in chunks that may split a sample; keeps the lowest and highest sample of each hundredth
 * of a second.
 */
export function createPeakMeter(maxPairs: number): { add(chunk: Buffer): void; pairs(): Int8Array } {
  const pairs = new Int8Array(maxPairs * 2)
  let count = 0
  let samples = 0
  let low = 0
  let high = 0
  let odd: number | null = null

  const close = () => {
    if (count < maxPairs) {
      // Rounded towards zero, so that silence stays silence.
      pairs[count * 2] = Math.trunc(low / 256)
      pairs[count * 2 + 1] = Math.trunc(high / 256)
    }
    count = Math.min(maxPairs, count + 1)
    samples = low = high = 0
  }
  const addSample = (sample: number) => {
    low = samples === 0 ? sample : Math.min(low, sample)
    high = samples === 0 ? sample : Math.max(high, sample)
    if (++samples === samplesPerPair) close()
  }

  return {
    add(chunk) {
      let start = 0
      if (odd !== null && chunk.length > 0) {
        addSample(Buffer.from([odd, chunk[0] ?? 0]).readInt16LE(0))
        odd = null
        start = 1
      }
      let at = start
      for (; at + 1 < chunk.length; at += 2) addSample(chunk.readInt16LE(at))
      if (at < chunk.length) odd = chunk[at] ?? 0
    },
    pairs() {
      if (samples > 0) close()
      return pairs.subarray(0, count * 2)
    },
  }
}
