/**
 * Real speech for tests, in `test/speech`: sentences read by two voices of flite, with pauses between them, and a German
 * one by espeak-ng. The times of the sentences are known, because they were put together from separate sounds.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import phrases from '../../test/speech/phrases.json' with { type: 'json' }

export type SpeechSample = keyof typeof phrases

export const speechFile = (name: SpeechSample | 'german'): string =>
  fileURLToPath(new URL(`../../test/speech/${name}.ogg`, import.meta.url))

export const readSpeech = (name: SpeechSample | 'german'): Buffer => readFileSync(speechFile(name))

/** The spoken words, with times in ms. */
export const phrasesOf = (name: SpeechSample): readonly { text: string; start: number; end: number }[] => phrases[name]

/** Numbers as words and words as numbers are the same to a listener. */
const numbers: Readonly<Record<string, string>> = { 40: 'forty', 2: 'two' }

export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '')
    .map((word) => numbers[word] ?? word)

/** Substitutions, insertions and deletions by which the heard words differ from what was said. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, index) => index)
  for (const [index, word] of said.entries()) {
    const next = [index + 1]
    for (const [at, other] of heard.entries())
      next.push(Math.min((row[at] ?? 0) + (word === other ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}
