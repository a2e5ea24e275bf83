/** The answers of speech services as words. Services differ and err: what cannot be a word is dropped. */
import { maxWordMs, type Word } from '@knowreel/shared/transcription/transcript.ts'
import { transcriptionLimits } from '@knowreel/shared/transcription/transcription-limits.ts'
import * as z from 'zod'
import { SpeechFault } from '../speech-engine.ts'

export type Answer = { readonly language: string | null; readonly words: readonly Word[] }

const seconds = z.number().finite()
const speaker = z.union([z.string(), z.number()]).nullish()
const timedWord = z.object({
  word: z.string(),
  start: seconds,
  end: seconds,
  probability: z.number().nullish(),
  speaker,
})
const segment = z.object({
  start: seconds,
  end: seconds,
  text: z.string(),
  speaker,
  words: z.array(timedWord).nullish(),
})

/** `verbose_json` and `diarized_json` of OpenAI, and the variant of whisper.cpp with tokens inside its segments. */
const openAiAnswer = z.object({
  language: z.string().nullish(),
  words: z.array(timedWord).nullish(),
  segments: z.array(segment).nullish(),
  text: z.string().nullish(),
})

export function readOpenAiAnswer(answer: unknown): Answer {
  const parsed = openAiAnswer.safeParse(answer)
  if (!parsed.success) throw new SpeechFault('service_unreadable', 'not the expected fields')
  const { words, segments, text, language } = parsed.data
  const inSegments = (segments ?? []).flatMap((one) =>
    one.words?.length
      ? joinTokens(one.words).map((word) => ({ ...word, speaker: word.speaker ?? one.speaker }))
      : spread(one),
  )
  const found = words?.length ? joinTokens(words) : inSegments
  if (found.length === 0 && (text ?? '').trim() !== '')
    throw new SpeechFault('service_unreadable', 'text without times: choose a model with word timestamps', true)
  return { language: languageCode(language), words: toWords(found) }
}

type TimedWord = z.infer<typeof timedWord>

/** Tokens that continue a word do not begin with a space; in lists of words, none does. */
function joinTokens(tokens: readonly TimedWord[]): TimedWord[] {
  const hasSpaces = tokens.some(({ word }) => word.startsWith(' '))
  if (!hasSpaces) return [...tokens]
  const words: TimedWord[] = []
  for (const token of tokens) {
    const last = words.at(-1)
    if (last === undefined || token.word.startsWith(' ')) words.push({ ...token })
    else words[words.length - 1] = { ...last, word: last.word + token.word, end: Math.max(last.end, token.end) }
  }
  return words
}

/** Where a service only knows the times of sentences, every word gets its share by its length. */
function spread({ start, end, text, speaker: by }: z.infer<typeof segment>): TimedWord[] {
  const texts = text.trim().split(/\s+/).filter(Boolean)
  const total = texts.reduce((sum, word) => sum + word.length + 1, 0)
  let at = start
  return texts.map((word) => {
    const from = at
    at += ((end - start) * (word.length + 1)) / total
    return { word, start: from, end: at, speaker: by }
  })
}

const deepgramAnswer = z.object({
  results: z.object({
    channels: z
      .array(
        z.object({
          detected_language: z.string().nullish(),
          alternatives: z
            .array(
              z.object({
                words: z.array(
                  z.object({
                    word: z.string(),
                    punctuated_word: z.string().nullish(),
                    start: seconds,
                    end: seconds,
                    confidence: z.number().nullish(),
                    speaker,
                  }),
                ),
              }),
            )
            .min(1),
        }),
      )
      .min(1),
  }),
})

export function readDeepgramAnswer(answer: unknown): Answer {
  const parsed = deepgramAnswer.safeParse(answer)
  if (!parsed.success) throw new SpeechFault('service_unreadable', 'not the expected fields')
  const [channel] = parsed.data.results.channels
  const words = (channel?.alternatives[0]?.words ?? []).map((one) => ({
    word: one.punctuated_word ?? one.word,
    start: one.start,
    end: one.end,
    probability: one.confidence,
    speaker: one.speaker,
  }))
  return { language: languageCode(channel?.detected_language), words: toWords(words) }
}

function toWords(timed: readonly TimedWord[]): Word[] {
  return timed
    .flatMap(({ word, start, end, probability, speaker: by }) => {
      const text = word.trim().slice(0, transcriptionLimits.wordLength)
      const from = Math.round(start * 1000)
      const to = Math.min(Math.max(from + 20, Math.round(end * 1000)), from + maxWordMs)
      if (text === '' || from < 0) return []
      const confidence =
        probability === null || probability === undefined ? null : Math.min(1, Math.max(0, probability))
      return [{ start: from, end: to, text, confidence, speaker: by === null || by === undefined ? null : String(by) }]
    })
    .toSorted((one, other) => one.start - other.start)
}

/** Some services return names of languages. */
function languageCode(language: string | null | undefined): string | null {
  if (!language) return null
  const text = language.toLowerCase()
  if (/^[a-z]{2,3}(-[a-z]{2,4})?$/.test(text)) return text
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return commonLanguages.find((code) => names.of(code)?.toLowerCase() === text) ?? null
}

const commonLanguages =
  'en de fr es it pt nl pl uk ru cs sk hu ro bg hr sr sl el tr ar he fa hi bn ur ta te th vi id ms zh ja ko fi sv da no is et lv lt ga cy ca eu gl'.split(
    ' ',
  )
