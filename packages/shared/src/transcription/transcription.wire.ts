/** Wire format of transcripts. Words are columns of equal length, because an article may have thirty thousand. */
import * as z from 'zod'
import { translationLanguages } from '../ai/ai-choices.ts'
import type { Word } from './transcript.ts'

/** `confidence` in percent. `speaker` is an index of the recording's `speakers`. */
export const wordColumns = z.object({
  start: z.array(z.number().int()),
  end: z.array(z.number().int()),
  text: z.array(z.string()),
  confidence: z.array(z.number().int().nullable()),
  speaker: z.array(z.number().int()),
})
export type WordColumns = z.infer<typeof wordColumns>

export const transcriptStatus = z.enum(['none', 'waiting', 'running', 'done', 'failed'])
export type TranscriptStatus = z.infer<typeof transcriptStatus>

export const transcriptRecording = z.object({
  /**
   * The id of the recording; `rendition` for people who receive only the rendition, whose times are those of the
   * article.
   */
  id: z.string(),
  status: transcriptStatus,
  /** In percent. */
  progress: z.number().int(),
  /** For people. */
  error: z.string().nullable(),
  /** BCP 47; null if unknown. */
  language: z.string().nullable(),
  isEdited: z.boolean(),
  /** Displayed names. */
  speakers: z.array(z.string()),
  words: wordColumns,
})
export type TranscriptRecording = z.infer<typeof transcriptRecording>

export const transcript = z.object({
  /** The engine that would generate; null if there is none. */
  engine: z
    .object({
      label: z.string(),
      /** The audio leaves this installation. */
      isRemote: z.boolean(),
      /** BCP 47; null if the engine detects any. */
      languages: z.array(z.string()).nullable(),
    })
    .nullable(),
  abilities: z.object({ edit: z.boolean() }),
  /** The other languages that captions are available in; outdated ones were made before the last correction. */
  translations: z.array(z.object({ language: z.enum(translationLanguages), isOutdated: z.boolean() })).max(50),
  recordings: z.array(transcriptRecording),
})
export type Transcript = z.infer<typeof transcript>

/** An entry of `GET /article/{id}/transcription`; seconds. */
export const transcriptionEntry = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.object({ label: z.string() }),
})
export type TranscriptionEntry = z.infer<typeof transcriptionEntry>

export const toColumns = (words: readonly Word[], speakerOf: (key: string | null) => number): WordColumns => ({
  start: words.map(({ start }) => start),
  end: words.map(({ end }) => end),
  text: words.map(({ text }) => text),
  confidence: words.map(({ confidence }) => (confidence === null ? null : Math.round(confidence * 100))),
  speaker: words.map(({ speaker }) => speakerOf(speaker)),
})

/** `speaker` of the words is the displayed name. */
export const fromColumns = ({ words, speakers }: Pick<TranscriptRecording, 'words' | 'speakers'>): Word[] =>
  words.text.map((text, index) => {
    const confidence = words.confidence[index] ?? null
    return {
      start: words.start[index] ?? 0,
      end: words.end[index] ?? 0,
      text,
      confidence: confidence === null ? null : confidence / 100,
      speaker: speakers[words.speaker[index] ?? 0] ?? null,
    }
  })
