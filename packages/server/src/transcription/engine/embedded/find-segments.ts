/** Only where someone speaks, in ms; for engines elsewhere, which should not receive silence either. */
import { createSpeechCutter, sampleRate, windowSamples, type Segment } from './speech-segments.ts'
import { openVoiceDetector } from './voice-detector.ts'

export async function* findSegments(
  sound: AsyncIterable<Float32Array>,
  { onTime }: { readonly onTime: (ms: number) => void },
): AsyncGenerator<Segment> {
  const detect = await openVoiceDetector()
  const cutter = createSpeechCutter()
  const window = new Float32Array(windowSamples)
  let [filled, heard] = [0, 0]
  function* report(pieces: readonly (readonly Segment[])[]): Generator<Segment> {
    for (const { from, to } of pieces.flat()) yield { from: toMs(from), to: toMs(to) }
  }
  for await (const chunk of sound) {
    for (let at = 0; at < chunk.length;) {
      const taken = Math.min(windowSamples - filled, chunk.length - at)
      window.set(chunk.subarray(at, at + taken), filled)
      filled += taken
      at += taken
      if (filled < windowSamples) break
      filled = 0
      heard += windowSamples
      yield* report(cutter.add(await detect(window)))
    }
    onTime(toMs(heard))
  }
  yield* report(cutter.finish())
}

const toMs = (samples: number): number => Math.round((samples / sampleRate) * 1000)
