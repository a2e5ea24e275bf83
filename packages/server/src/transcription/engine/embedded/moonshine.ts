import { readFile } from 'node:fs/promises'
import { LlamaTokenizer } from 'llama-tokenizer-js'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { alignWords, type HeardToken, type HeardWord, type Vocabulary } from './align-words.ts'
import { exposeAttention } from './expose-attention.ts'
import { sampleRate } from './speech-segments.ts'
import { weights } from './weights.ts'

const startToken = 1
const endToken = 2
/** More tokens per second are an endless repetition. */
const tokensPerSecond = 6.5
/** The confidence assigned to unintelligible speech. */
const senseless = -2
const heads = 8
const headSize = 36

export type HeardPiece = {
  readonly words: readonly HeardWord[]
  /** Mean log-probability of the tokens: how sure the model is that this is its language. */
  readonly sureness: number
}

export type SpeechModel = { readonly transcribe: (samples: Float32Array) => Promise<HeardPiece> }

export async function openSpeechModel(threads: number): Promise<SpeechModel> {
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1 }
  const attentive = exposeAttention(await readFile(weights.speechDecoder))
  const encoder = await InferenceSession.create(await readFile(weights.speechEncoder), options)
  const decoder = await InferenceSession.create(attentive.model, options)
  const vocabulary = createVocabulary()
  const cacheNames = decoder.inputNames.filter((name) => name.startsWith('past_key_values.'))

  async function transcribe(samples: Float32Array): Promise<HeardPiece> {
    const duration = samples.length / sampleRate
    const encoded = await encoder.run({ input_values: new Tensor('float32', samples, [1, samples.length]) })
    const states = encoded['last_hidden_state']
    if (states === undefined) throw new Error('The speech model gave no result')
    const empty = new Tensor('float32', new Float32Array(0), [1, heads, 0, headSize])
    const cache: Record<string, Tensor> = Object.fromEntries(cacheNames.map((name) => [name, empty]))
    const tokens: HeardToken[] = []
    let end: Float32Array | null = null
    let token = startToken
    const most = Math.max(8, Math.ceil(duration * tokensPerSecond))
    for (let step = 0; step < most && end === null; step++) {
      const result = await decoder.run({
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
        encoder_hidden_states: states,
        use_cache_branch: new Tensor('bool', [step > 0], [1]),
        ...cache,
      })
      const chosen = choose(result['logits']?.data as Float32Array)
      const attention = meanAttention(attentive.outputs.map((name) => result[name]))
      for (const name of cacheNames) {
        // The values computed from the sound stay the same; later steps return none for it.
        if (step > 0 && name.includes('.encoder.')) continue
        const present = result[name.replace('past_key_values', 'present')]
        if (present !== undefined) cache[name] = present as Tensor
      }
      if (chosen.id === endToken) end = attention
      else tokens.push({ ...chosen, attention })
      token = chosen.id
      if (step % 4 === 3 && isRepetition(tokens.map(({ id }) => id))) break
    }
    const isRepeated = end === null && isRepetition(tokens.map(({ id }) => id))
    const sum = tokens.reduce((total, { logProbability }) => total + logProbability, 0)
    return {
      words: isRepeated ? [] : alignWords(tokens, end, duration, vocabulary),
      sureness: isRepeated ? senseless : sum / Math.max(1, tokens.length),
    }
  }

  return { transcribe }
}

function createVocabulary(): Vocabulary {
  const tokenizer = new LlamaTokenizer()
  return {
    startsWord: (id) => tokenizer.vocabById[id]?.startsWith('▁') ?? false,
    textOf: (ids) => tokenizer.decode([...ids], false, false),
  }
}

/** The most probable token of the last position. */
function choose(logits: Float32Array): { id: number; logProbability: number } {
  let id = 0
  let highest = -Infinity
  for (let index = 0; index < logits.length; index++) {
    const value = logits[index] ?? 0
    if (value > highest) [id, highest] = [index, value]
  }
  let sum = 0
  for (const value of logits) sum += Math.exp(value - highest)
  return { id, logProbability: -Math.log(sum) }
}

/** Over all heads of all layers. */
function meanAttention(layers: readonly (InferenceSession.ReturnType[string] | undefined)[]): Float32Array {
  const frames = Number(layers[0]?.dims.at(-1) ?? 0)
  const mean = new Float32Array(frames)
  for (const layer of layers) {
    const values = layer?.data as Float32Array
    for (let index = 0; index < values.length; index++) {
      const frame = index % frames
      mean[frame] = (mean[frame] ?? 0) + (values[index] ?? 0)
    }
  }
  return mean
}

/** For speech that it does not understand, the model repeats the same few words. */
function isRepetition(ids: readonly number[]): boolean {
  for (let period = 1; period <= maxPeriod; period++) {
    const length = Math.max(period * 3, minRepeated)
    if (length > ids.length) return false
    const tail = ids.slice(-length)
    if (tail.every((id, index) => index < period || id === tail[index - period])) return true
  }
  return false
}

const maxPeriod = 16
/** People say “very, very, very” too. */
const minRepeated = 10
