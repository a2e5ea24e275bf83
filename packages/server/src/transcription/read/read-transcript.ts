/** The transcript of an article, for the person who reads it. */
import type { TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import { playWords, textOf, type PlayedWord, type Word } from '@knowreel/shared/transcription/transcript.ts'
import { toLines } from '@knowreel/shared/transcription/transcript-lines.ts'
import {
  toColumns,
  type Transcript,
  type TranscriptionEntry,
  type TranscriptRecording,
} from '@knowreel/shared/transcription/transcription.wire.ts'
import { articleMap, positionsOf } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import type { Db } from '../../platform/database/db.ts'
import { emptyWords, fromStoredWords } from '../stored-words.ts'
import type { TranscribedArticle } from '../transcribed-articles.ts'
import { listTranscripts, type TranscriptRow } from '../transcription.queries.ts'
import { listTranslations, readTranslatedWords } from '../translation/translations.queries.ts'
import { keyOf, nameSpeakers } from './speaker-names.ts'

type PlayedArticle = Pick<TranscribedArticle, 'companyId' | 'paragraphs'>

/** A recording of the article with its words; their speakers are displayed names. */
type NamedRecording = { readonly row: TranscriptRow; readonly words: readonly Word[] }

/** A language that the words are translated into; null for the words as they were said. */
type Language = TranslationLanguage | null

/** Whether the words so far count while a first transcript is generated. */
type Reading = { readonly language: Language; readonly withPartial?: boolean }

/** Every recording that the article plays, in the order in which it does. */
async function readRecordings(
  db: Db,
  article: PlayedArticle,
  { language, withPartial = false }: Reading,
): Promise<NamedRecording[]> {
  const ids = videoIdsOf(articleMap(article.paragraphs))
  const [transcripts, translated] = await Promise.all([
    listTranscripts(db, article.companyId, ids),
    language === null ? null : readTranslatedWords(db, ids, language),
  ])
  const found = new Map(transcripts.map((row) => [row.video_id, row]))
  const rows = ids.map((id) => {
    const row = found.get(id) ?? emptyRow(id)
    if (translated !== null) return { ...row, language, words: translated.get(id) ?? emptyWords }
    return withPartial ? { ...row, words: row.words ?? row.partial } : row
  })
  const names = nameSpeakers(rows)
  return rows.map((row) => {
    const own = names.get(row.video_id)
    const words = fromStoredWords(row.words).map((word) => ({
      ...word,
      speaker: own?.get(keyOf(word.speaker)) ?? null,
    }))
    return { row, words }
  })
}

const emptyRow = (videoId: string): TranscriptRow => ({
  video_id: videoId,
  status: 'none',
  progress: 0,
  error: null,
  language: null,
  words: emptyWords,
  partial: null,
  revision: 0,
  isEdited: false,
  names: {},
})

const playedWords = (article: PlayedArticle, recordings: readonly NamedRecording[]): readonly PlayedWord[] => {
  const byId = new Map(recordings.map(({ row, words }) => [row.video_id, words]))
  return playWords(articleMap(article.paragraphs), (id) => byId.get(id) ?? [])
}

export const readPlayedWords = async (
  db: Db,
  article: PlayedArticle,
  language: Language = null,
): Promise<readonly PlayedWord[]> => playedWords(article, await readRecordings(db, article, { language }))

/** In the wire format of the call and the stream. */
export async function readTranscription(db: Db, article: TranscribedArticle): Promise<string> {
  const entries = spokenLines(await readPlayedWords(db, article), article).map(
    ({ start, end, speaker, text }): TranscriptionEntry => ({
      start: start / 1000,
      end: end / 1000,
      text,
      speaker: { label: speaker ?? 'Speaker 1' },
    }),
  )
  return JSON.stringify(entries)
}

/** In article time, ms. */
export type SpokenLine = {
  readonly start: number
  readonly end: number
  readonly speaker: string | null
  readonly text: string
}

export function spokenLines(words: readonly PlayedWord[], { paragraphs }: PlayedArticle): SpokenLine[] {
  const borders = positionsOf(paragraphs).map(({ start }) => start)
  return toLines(words, ({ word }) => word.speaker, borders).map(({ start, end, speaker, from, to }) => ({
    start,
    end,
    speaker,
    text: textOf(words.slice(from, to).map(({ word }) => word)),
  }))
}

/** Id of the pseudo-recording that people without access to the sources get. */
const renditionId = 'rendition'

export async function readTranscript(
  db: Db,
  article: TranscribedArticle,
  engine: Transcript['engine'],
  language: Language = null,
): Promise<Transcript> {
  const [recordings, translations] = await Promise.all([
    readRecordings(db, article, { language, withPartial: true }),
    listTranslations(db, videoIdsOf(articleMap(article.paragraphs))),
  ])
  const shown = article.hasSources
    ? recordings.map((recording) => toRecording(recording.row.video_id, recording.words, [recording.row]))
    : recordings.length === 0
      ? []
      : [
          toRecording(
            renditionId,
            // Nothing about what was cut: not even that a played word is longer than what is played of it.
            playedWords(article, recordings).map(({ start, end, word }) => ({ ...word, start, end })),
            recordings.map(({ row }) => row),
          ),
        ]
  // Corrections belong to what was said.
  const abilities = { edit: article.isEditor && language === null }
  return { engine: article.isEditor ? engine : null, abilities, translations, recordings: shown }
}

const statusOrder = ['running', 'waiting', 'failed', 'done', 'none'] as const

function toRecording(id: string, words: readonly Word[], rows: readonly TranscriptRow[]): TranscriptRecording {
  const speakers = [...new Set(words.map(({ speaker }) => speaker ?? ''))]
  const status = statusOrder.find((one) => rows.some((row) => row.status === one)) ?? 'none'
  return {
    id,
    status,
    progress: Math.min(...rows.map((row) => (row.status === 'done' ? 100 : row.progress))),
    error: rows.find(({ error }) => error !== null)?.error ?? null,
    language: rows.find(({ language }) => language !== null)?.language ?? null,
    isEdited: rows.some(({ isEdited }) => isEdited),
    speakers,
    words: toColumns(words, (speaker) => speakers.indexOf(speaker ?? '')),
  }
}

export async function readTranscriptRecording(
  db: Db,
  article: TranscribedArticle,
  videoId: string,
): Promise<TranscriptRecording | null> {
  const found = (await readRecordings(db, article, { language: null, withPartial: true })).find(
    ({ row }) => row.video_id === videoId,
  )
  return found === undefined ? null : toRecording(videoId, found.words, [found.row])
}
