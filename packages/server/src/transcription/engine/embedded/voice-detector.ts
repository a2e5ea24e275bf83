import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { sampleRate, windowSamples } from './speech-segments.ts'
import { weights } from './weights.ts'

const contextSamples = 64
const stateShape = [2, 1, 128]

/** Silero: returns the probability of speech in each window of 512 samples, which must be given in order. */
export async function openVoiceDetector(): Promise<(window: Float32Array) => Promise<number>> {
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1 }
  const session = await InferenceSession.create(await readFile(weights.voice), options)
  const input = new Float32Array(contextSamples + windowSamples)
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(sampleRate)), [])
  let state = new Tensor('float32', new Float32Array(256), stateShape)
  return async (window) => {
    input.copyWithin(0, windowSamples)
    input.set(window, contextSamples)
    const result = await session.run({ input: new Tensor('float32', input, [1, input.length]), state, sr: rate })
    state = new Tensor('float32', result['stateN']?.data as Float32Array, stateShape)
    return Number(result['output']?.data[0] ?? 0)
  }
}
