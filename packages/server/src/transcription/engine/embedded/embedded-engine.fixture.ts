import { expect } from 'vitest'
import { mediaToolPaths } from '../../../../test/video-files.ts'
import { openMedia } from '../../../platform/media/index.ts'
import { phrasesOf, plainWords, speechFile, wordErrors, type SpeechSample } from '../../speech.fixture.ts'
import type { Speech } from '../speech-engine.ts'
import { embeddedEngine } from './embedded-engine.ts'

export const tools = await openMedia(mediaToolPaths).tools()

export const transcribe = (
  audio: string,
  overrides: { language?: string; signal?: AbortSignal; duration?: number } = {},
): Promise<Speech> =>
  embeddedEngine.transcribe({
    audio,
    duration: 20_000,
    language: null,
    tools,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...overrides,
  })

/** Checks the words and when they are said. */
export async function expectToHear(name: SpeechSample): Promise<void> {
  const { words, language } = await transcribe(speechFile(name))
  expect(language).toBe('en')
  const phrases = phrasesOf(name)
  const said = phrases.flatMap(({ text }) => plainWords(text))
  expect(wordErrors(said, plainWords(words.map(({ text }) => text).join(' ')))).toBeLessThanOrEqual(1)
  expect(words.some(({ text }) => /[.?!,]$/.test(text))).toBe(name === 'talk')
  // Each sentence starts and ends with a word at its known time.
  for (const { start, end } of phrases) {
    expect(Math.min(...words.map((word) => Math.abs(word.start - start)))).toBeLessThanOrEqual(150)
    expect(Math.min(...words.map((word) => Math.abs(word.end - end)))).toBeLessThanOrEqual(300)
  }
  words.slice(1).forEach((word, index) => expect(word.start).toBeGreaterThanOrEqual(words[index]?.start ?? 0))
}
