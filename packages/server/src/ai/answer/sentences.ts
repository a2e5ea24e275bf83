/** Sentences of a text, and the one that says most of something else. Pure. */
import { tokenize } from '@knowreel/shared/search/search-terms.ts'

export type Sentence = { readonly start: number; readonly end: number; readonly text: string }

/** A longer one is cut after a word. */
const maxLength = 300

/** UTF-16 offsets; a sentence never continues on the next line. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = []
  for (const line of text.matchAll(/[^\n]+/gu)) {
    for (const match of line[0].matchAll(/\S.*?(?:[.!?…](?=\s)|[。！？]|$)/gu)) {
      const whole = match[0].trimEnd()
      const start = line.index + match.index
      const cut = whole.length <= maxLength ? whole : whole.slice(0, maxLength).replace(/\s+\S*$/u, '')
      if (cut !== '') sentences.push({ start, end: start + cut.length, text: cut })
    }
  }
  return sentences
}

export const termsOf = (text: string): Set<string> => new Set(tokenize(text).map(({ term }) => term))

/** The sentence that shares most with `claim`, then with `question`; null for a text without sentences. */
export function bestSentence(text: string, claim: ReadonlySet<string>, question: ReadonlySet<string>): Sentence | null {
  let best: { sentence: Sentence; score: number } | null = null
  for (const sentence of splitSentences(text)) {
    const terms = termsOf(sentence.text)
    let score = 0
    for (const term of terms)
      score += (claim.has(term) ? weightOf(term) : 0) + (question.has(term) ? weightOf(term) / 2 : 0)
    // If two contain the same words, the one with fewer other words wins.
    score /= 1 + terms.size / 60
    if (best === null || score > best.score) best = { sentence, score }
  }
  return best?.sentence ?? null
}

/** Short words are in every sentence. */
const weightOf = (term: string): number => Math.min(term.length, 8)
