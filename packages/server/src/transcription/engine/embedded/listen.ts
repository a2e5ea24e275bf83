/** Sound in, words out, as they are recognised: the voice detector decides what the model hears at all. */
import type { Segment } from './speech-segments.ts'
import { createSpeechCutter, sampleRate, windowSamples } from './speech-segments.ts'
import { openSpeechModel, type SpeechModel } from './moonshine.ts'
import { openVoiceDetector } from './voice-detector.ts'

export type Heard = {
  /** In ms of the recording. */
  readonly words: readonly { start: number; end: number; text: string; confidence: number }[]
  readonly sureness: number
  /** The start of the piece, in ms. */
  readonly from: number
  readonly to: number
}

const toMs = (samples: number): number => Math.round((samples / sampleRate) * 1000)
/** Shorter pieces are padded with the surrounding silence. */
const minSamples = 2 * sampleRate
const minWordMs = 20
/** Padding before speech. */
const softSamples = 0.09 * sampleRate

/** `sound` is mono, 16 kHz, in chunks of any length. `onTime` reports how much was listened to, in ms. */
export async function* listen(
  sound: AsyncIterable<Float32Array>,
  { threads, onTime }: { readonly threads: number; readonly onTime: (ms: number) => void },
): AsyncGenerator<Heard> {
  const detect = await openVoiceDetector()
  const cutter = createSpeechCutter()
  let model: SpeechModel | null = null
  let buffer = new Float32Array(0)
  /** The sample that `buffer` starts with, and the next one for the detector. */
  let [first, at] = [0, 0]

  async function* transcribe(pieces: readonly (readonly Segment[])[]): AsyncGenerator<Heard> {
    for (const segments of pieces) {
      model ??= await openSpeechModel(threads)
      const [from, to] = widen(segments[0]?.from ?? 0, segments.at(-1)?.to ?? 0, first + buffer.length)
      const start = Math.max(first, from)
      const heard = await model.transcribe(buffer.slice(start - first, to - first))
      const words = heard.words.map(({ text, confidence, ...times }) => {
        const clipped = clip(start + times.start * sampleRate, start + times.end * sampleRate, segments)
        const begin = toMs(clipped.from)
        return { start: begin, end: Math.max(begin + minWordMs, toMs(clipped.to)), text, confidence }
      })
      yield { words: inOrder(words), sureness: heard.sureness, from: toMs(start), to: toMs(to) }
    }
  }

  for await (const chunk of sound) {
    buffer = append(buffer, chunk)
    while (at + windowSamples <= first + buffer.length) {
      const probability = await detect(buffer.subarray(at - first, at - first + windowSamples))
      at += windowSamples
      yield* transcribe(cutter.add(probability))
    }
    const unneeded = Math.min(cutter.oldestNeeded(), at) - first - minSamples
    if (unneeded > sampleRate) {
      buffer = buffer.slice(unneeded)
      first += unneeded
    }
    onTime(toMs(at))
  }
  if (at < first + buffer.length) {
    const last = new Float32Array(windowSamples)
    last.set(buffer.subarray(at - first))
    yield* transcribe(cutter.add(await detect(last)))
  }
  yield* transcribe(cutter.finish())
  onTime(toMs(first + buffer.length))
}

function append(buffer: Float32Array, chunk: Float32Array): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(buffer.length + chunk.length)
  whole.set(buffer)
  whole.set(chunk, buffer.length)
  return whole
}

function widen(from: number, to: number, end: number): [number, number] {
  const missing = Math.max(0, minSamples - (to - from)) / 2
  return [Math.max(0, Math.round(from - missing)), Math.min(end, Math.round(to + missing))]
}

/**
 * A word is said in one segment: the one it shares the most time with. The attention is often early after a pause, and a
 * segment has soft sounds around what is said.
 */
function clip(from: number, to: number, segments: readonly Segment[]): Segment {
  const shared = (segment: Segment) => Math.min(to, segment.to) - Math.max(from, segment.from)
  const own = segments.reduce(
    (best, segment) => (shared(segment) > shared(best) ? segment : best),
    segments[0] ?? { from, to },
  )
  const start = Math.max(from, Math.min(own.from + softSamples, own.to))
  return { from: start, to: Math.max(start, Math.min(to, own.to - softSamples / 2)) }
}

/** Words of one piece never start before the previous one. */
function inOrder<Word extends { start: number; end: number }>(words: readonly Word[]): Word[] {
  let last = 0
  return words.map((word) => {
    const start = Math.max(last, word.start)
    last = start
    return { ...word, start, end: Math.max(word.end, start + minWordMs) }
  })
}
