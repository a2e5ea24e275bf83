/** Translates a list of texts, several with each request. A list that a model cannot keep apart is divided. */
import type { TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import * as z from 'zod'
import type { Assistant, Caller } from '../model/assistant.ts'
import { createPromptData } from '../text/prompt-data.ts'

type Translating = {
  readonly assistant: Assistant
  readonly caller: Caller
  readonly signal: AbortSignal
  readonly language: TranslationLanguage
  readonly onProgress: (share: number) => void
}

const maxTextsPerRequest = 40
const maxLengthPerRequest = 5000
/** How much longer a translation may be. */
const maxGrowth = 4

export async function translateTexts(texts: readonly string[], translating: Translating): Promise<string[]> {
  const translated: string[] = []
  for (const batch of batchesOf(texts)) {
    translating.onProgress(translated.length / texts.length)
    translated.push(...(await translateBatch(batch, translating)))
  }
  return translated
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = []
  let length = 0
  for (const text of texts) {
    const batch = batches.at(-1)
    if (batch && batch.length < maxTextsPerRequest && length + text.length <= maxLengthPerRequest) {
      batch.push(text)
      length += text.length
    } else {
      batches.push([text])
      length = text.length
    }
  }
  return batches
}

async function translateBatch(batch: readonly string[], translating: Translating): Promise<string[]> {
  const { assistant, caller, signal, language } = translating
  const { instructions, prompt } = buildPrompt(batch, language)
  const length = batch.reduce((sum, text) => sum + text.length + 8, 200)
  try {
    const { texts } = await assistant.writeData({
      caller,
      kind: 'text',
      instructions,
      messages: [{ role: 'user', content: prompt }],
      signal,
      maxCharacters: length * maxGrowth,
      shape: z.object({ texts: z.array(z.string()).length(batch.length) }),
    })
    return texts
  } catch (error) {
    const isUnusable = error instanceof AppError && error.code === 'ai_failed' && !signal.aborted
    if (!isUnusable || batch.length === 1) throw error
    const half = Math.ceil(batch.length / 2)
    return [
      ...(await translateBatch(batch.slice(0, half), translating)),
      ...(await translateBatch(batch.slice(half), translating)),
    ]
  }
}

function buildPrompt(batch: readonly string[], language: TranslationLanguage) {
  const data = createPromptData()
  return {
    instructions: [
      `Translate each text of the JSON list into ${language}. Keep names, code and numbers.`,
      'Keep every mark such as ⟦1⟧ and ⟦/1⟧ around the words that it belongs to.',
      `Reply with JSON only: {"texts": ["…"]} with exactly ${batch.length} texts, in the same order.`,
      data.rule,
    ].join('\n'),
    prompt: data.quote('texts', JSON.stringify(batch)),
  }
}
