/** Proposes paragraphs, a title and a summary for the recording of an article. Changes nothing. */
import { arrangeProposals, withRanges } from '@knowreel/shared/ai/paragraph-proposal.ts'
import type { AiParagraphsResult } from '@knowreel/shared/ai/ai.streams.ts'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import * as z from 'zod'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Assistant } from '../model/assistant.ts'
import { fromClock } from '../recording/clock.ts'
import { readMaterial } from '../recording/read-material.ts'
import { isSilent, readRecorded, waitForTranscripts, type Recorded } from '../recording/read-recording.ts'
import { silencesOf } from '../recording/silences.ts'
import { createPromptData } from '../text/prompt-data.ts'
import { proposeBySignals, shortTitle } from './propose-by-signals.ts'

export type ProposalProgress = {
  readonly signal: AbortSignal
  readonly update: (status: { progress: number; step: string }) => void
}

type Dependencies = { readonly db: Db; readonly assistant: Assistant }

const maxReplyLength = 16_000
const maxSummaryLength = 1200

const reply = z.object({
  title: z.string().catch(''),
  summary: z.string().catch(''),
  paragraphs: z
    .array(
      z.object({
        title: z.string(),
        start: z.union([z.string(), z.number()]),
        level: z.coerce.number().catch(1),
      }),
    )
    .max(1000),
})

export async function proposeParagraphs(
  { db, assistant }: Dependencies,
  actor: Member,
  tree: ParagraphTree,
  progress: ProposalProgress,
): Promise<AiParagraphsResult> {
  const { signal, update } = progress
  if (tree.length === 0) throw new AppError('no_recording')
  const source = { companyId: actor.company.id, tree }
  await waitForTranscripts(db, source, {
    signal,
    onProgress: (percent) => update({ progress: Math.round(percent * 0.6), step: 'Listening' }),
  })
  const recorded = await readRecorded(db, source)
  const { hasText } = await assistant.statusOf(actor.company.id)
  if (!hasText || isSilent(recorded)) return bySignals(recorded)
  const request = {
    caller: { companyId: actor.company.id, userId: actor.userId },
    kind: 'paragraphs' as const,
    signal,
  }
  const material = await readMaterial(recorded, tree, {
    ...request,
    assistant,
    onProgress: (share) => update({ progress: 60 + Math.round(15 * share), step: 'Reading' }),
  })
  update({ progress: 75, step: 'Structuring' })
  const { instructions, prompt } = buildPrompt(material)
  const { title, summary, paragraphs } = await assistant.writeData({
    ...request,
    instructions,
    messages: [{ role: 'user', content: prompt }],
    maxCharacters: maxReplyLength,
    shape: reply,
  })
  const starts = paragraphs.flatMap(({ title: name, start, level }) => {
    const time = typeof start === 'number' ? start * 1000 : fromClock(start)
    return time === null ? [] : [{ title: name, start: time, level: level === 2 ? (2 as const) : (1 as const) }]
  })
  return {
    ...toResult(recorded, starts),
    title: oneLine(title, articleLimits.titleLength),
    summary: summary.trim().slice(0, maxSummaryLength) || null,
    source: 'model',
  }
}

function bySignals(recorded: Recorded): AiParagraphsResult {
  const first = recorded.spoken[0]?.text ?? recorded.steps.find(({ title }) => title !== '')?.title
  return {
    ...toResult(recorded, proposeBySignals(recorded)),
    title: first === undefined ? null : shortTitle(first),
    summary: null,
    source: 'signals',
  }
}

function toResult(recorded: Recorded, starts: Parameters<typeof arrangeProposals>[0]) {
  const { duration, spoken } = recorded
  const arranged = arrangeProposals(starts, { duration, silences: silencesOf(recorded) })
  const quoteAt = (from: number, to: number) =>
    spoken.find(({ start, end }) => end > from + 200 && start < to)?.text ?? null
  return { paragraphs: JSON.stringify(withRanges(arranged, duration, quoteAt)) }
}

const oneLine = (text: string, limit: number): string | null =>
  text.replaceAll(/\s+/gu, ' ').trim().slice(0, limit).trim() || null

function buildPrompt(material: string): { instructions: string; prompt: string } {
  const data = createPromptData()
  return {
    instructions: [
      'You divide a recording into paragraphs for a team knowledge base. The material has a line for everything that is said, shown or clicked, with its time in brackets.',
      'Begin a paragraph where a new step or topic begins. Use level 1 for topics and level 2 for steps within the topic before. Give each a title of at most eight words that says what happens there.',
      'Also write a title for the whole recording, and a summary of two or three sentences. Use the language of the material.',
      'Reply with JSON only: {"title": "…", "summary": "…", "paragraphs": [{"title": "…", "start": "1:05", "level": 1}]}',
      data.rule,
    ].join('\n'),
    prompt: data.quote('material', material),
  }
}
