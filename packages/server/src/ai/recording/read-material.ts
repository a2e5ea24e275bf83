/** A recording as text that fits into one request: a long one is shortened part by part. */
import type { UsageKind } from '@knowreel/shared/ai/ai.calls.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Assistant, Caller } from '../model/assistant.ts'
import { createPromptData } from '../text/prompt-data.ts'
import { describeRecording, splitLines } from './describe-recording.ts'
import type { Recorded } from './read-recording.ts'

type Reading = {
  readonly assistant: Assistant
  readonly caller: Caller
  readonly kind: UsageKind
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Limit of one request, in characters; about six thousand tokens. */
const maxLength = 24_000
const minDigestLength = 800

export async function readMaterial(
  recorded: Recorded,
  tree: ParagraphTree,
  { assistant, onProgress, ...request }: Reading,
): Promise<string> {
  const parts = splitLines(describeRecording(recorded, tree), maxLength)
  if (parts.length === 1) return parts.join('')
  const length = Math.max(minDigestLength, Math.floor(maxLength / parts.length))
  const digests: string[] = []
  for (const [at, part] of parts.entries()) {
    onProgress(at / parts.length)
    const { instructions, prompt } = buildDigestPrompt(part, length)
    const messages = [{ role: 'user' as const, content: prompt }]
    digests.push(await assistant.writeText({ ...request, instructions, messages, maxCharacters: length * 2 }))
  }
  return digests.join('\n')
}

function buildDigestPrompt(material: string, length: number): { instructions: string; prompt: string } {
  const data = createPromptData()
  return {
    instructions: [
      `Shorten this part of a recording to at most ${length} characters. Keep every decision, step, name, number and reason.`,
      'Write one line for each fact, beginning with the time in brackets that it comes from, such as [1:05]. Reply with the lines only.',
      data.rule,
    ].join('\n'),
    prompt: data.quote('material', material),
  }
}
