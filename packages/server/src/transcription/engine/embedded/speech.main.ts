/**
 * The program that recognises speech. Reads sound from its standard input (mono, 16 kHz, signed 16-bit), writes one line
 * of JSON per piece of speech and per second of progress. `node speech.main.ts words|segments threads`
 */
import process from 'node:process'
import { listen } from './listen.ts'
import { createSpeechCutter, sampleRate, windowSamples, type Segment } from './speech-segments.ts'
import { openVoiceDetector } from './voice-detector.ts'

async function* readSound(): AsyncGenerator<Float32Array> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const samples = new Float32Array(bytes.length >> 1)
    for (let index = 0; index < samples.length; index++) samples[index] = bytes.readInt16LE(index * 2) / 32_768
    rest = bytes.subarray(samples.length * 2)
    yield samples
  }
}

const toMs = (samples: number): number => Math.round((samples / sampleRate) * 1000)

/** Only where someone speaks, in ms; for engines elsewhere, which should not receive silence either. */
async function* findSegments(
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
      const copied = Math.min(windowSamples - filled, chunk.length - at)
      window.set(chunk.subarray(at, at + copied), filled)
      filled += copied
      at += copied
      if (filled < windowSamples) break
      filled = 0
      heard += windowSamples
      yield* report(cutter.add(await detect(window)))
    }
    onTime(toMs(heard))
  }
  yield* report(cutter.finish())
}

const write = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

let reported = 0
const onTime = (ms: number): void => {
  if (ms - reported < 1000) return
  reported = ms
  write({ time: ms })
}

const [mode, threads] = process.argv.slice(2)
const options = { threads: Number(threads) || 1, onTime }
if (mode === 'segments') for await (const segment of findSegments(readSound(), options)) write({ segment })
else for await (const heard of listen(readSound(), options)) write({ heard })
