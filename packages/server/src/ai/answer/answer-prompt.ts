/** The prompt for answering a question, and the reading of the model's text. */
import { NOTHING_FOUND } from '@knowreel/shared/ai/answer.ts'
import * as z from 'zod'
import type { Passage } from '../../search/index.ts'
import { createPromptData } from '../text/prompt-data.ts'

export const keywordQueries = z.object({ queries: z.array(z.string().trim().min(1).max(200)).min(1).max(8) })

export function buildQueryPrompt(question: string): { instructions: string; prompt: string } {
  const data = createPromptData()
  return {
    instructions: [
      'You write search queries for a knowledge base that finds words, not meanings.',
      'Write 2 to 4 queries of 1 to 5 words each that would find the answer to the last question: its key words, and other words that a document may use for the same things. Use the language of the question; add English if it differs.',
      'Reply with JSON only: {"queries": ["…"]}',
      data.rule,
    ].join('\n'),
    prompt: data.quote('question', question),
  }
}

/** Four characters are about one token. */
const maxContextCharacters = 6000 * 4

/** As many of the passages as fit. */
export function passagesThatFit(passages: readonly Passage[]): Passage[] {
  let room = maxContextCharacters
  return passages.filter(({ text, title }) => {
    room -= text.length + title.length + 60
    return room >= 0
  })
}

export function buildAnswerPrompt(
  question: string,
  passages: readonly Passage[],
): { instructions: string; prompt: string } {
  const data = createPromptData()
  const sources = passages.map(({ title, text, updatedAt }, at) =>
    data.quote(`source-${at + 1}`, `${title} (changed ${updatedAt.toISOString().slice(0, 10)})\n${text}`),
  )
  return {
    instructions: [
      'You answer questions of a team from their own knowledge base.',
      'Use only the numbered sources. After every sentence, cite the sources it comes from, like [1] or [2, 3]. Prefer newer sources when they disagree, and say that they disagree.',
      `If the sources do not answer the question, reply exactly: ${NOTHING_FOUND}`,
      'Be brief. Answer in the language of the question. You may use lists (-, 1.) and **bold**. Never write HTML, links or images.',
      data.rule,
    ].join('\n'),
    prompt: [...sources, data.quote('question', question)].join('\n\n'),
  }
}
