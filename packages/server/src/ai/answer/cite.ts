/** Connects the citations of an answer with the words of its sources. Pure. */
import { citedNumbers, NOTHING_FOUND, splitCitations, type AnswerSource } from '@knowreel/shared/ai/answer.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import type { Passage } from '../../search/index.ts'
import { bestSentence, termsOf } from './sentences.ts'

export type CitedAnswer = { readonly content: string; readonly sources: readonly AnswerSource[] }

/** Numbers citations in the order of the text, and drops those of sources that do not exist. Null if none is left. */
export function citeAnswer(text: string, passages: readonly Passage[], question: string): CitedAnswer | null {
  const known = new Set([...citedNumbers(text)].filter((number) => passages[number - 1] !== undefined))
  if (known.size === 0 || isNothing(text)) return null
  const claims = new Map<number, string[]>()
  const order: number[] = []
  let content = ''
  let claim = ''
  for (const part of splitCitations(text.trim(), known)) {
    if ('text' in part) {
      content += part.text
      claim = part.text
      continue
    }
    for (const number of part.citations) {
      if (!order.includes(number)) order.push(number)
      claims.set(number, [...(claims.get(number) ?? []), claim])
    }
    content += ` [${part.citations.map((number) => order.indexOf(number) + 1).join(', ')}]`
  }
  const asked = termsOf(question)
  const sources = order.flatMap((number, at) => {
    const passage = passages[number - 1]
    return passage ? [toSource(passage, at + 1, termsOf((claims.get(number) ?? []).join(' ')), asked)] : []
  })
  return { content, sources }
}

const isNothing = (text: string): boolean => text.trim().replace(/[.\s[\]\d]+$/u, '') === NOTHING_FOUND

/** The passages themselves, best first. */
export const sourcesOf = (passages: readonly Passage[], question: string): AnswerSource[] =>
  passages.map((passage, at) => toSource(passage, at + 1, termsOf(question), new Set()))

function toSource(passage: Passage, number: number, claim: Set<string>, question: Set<string>): AnswerSource {
  const sentence = bestSentence(passage.text, claim, question) ?? { start: 0, end: 0, text: '' }
  const result: SearchResult = passage.cite(sentence.start, sentence.end)
  const { isDraft, draftId, articleId } = result
  // Reviews are added when the answer is complete.
  const review = null
  return {
    number,
    isDraft,
    draftId,
    articleId,
    title: passage.title.slice(0, 1000),
    quote: sentence.text,
    result,
    review,
  }
}
