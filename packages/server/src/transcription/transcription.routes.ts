import type { TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { writeCaptions } from '@knowreel/shared/transcription/caption-files.ts'
import { toCaptions } from '@knowreel/shared/transcription/captions.ts'
import { transcriptionCalls } from '@knowreel/shared/transcription/transcription.calls.ts'
import type { Transcript } from '@knowreel/shared/transcription/transcription.wire.ts'
import { requireMember, serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { editWords, renameSpeaker, uploadCaptions } from './edit/edit-transcript.ts'
import { readPlayedWords, readTranscript, readTranscription, readTranscriptRecording } from './read/read-transcript.ts'
import type { TranscribedArticle, TranscribedArticles } from './transcribed-articles.ts'
import { transcriptionPolicy } from './transcription.policy.ts'

export type TranscriptionDependencies = {
  readonly db: Db
  readonly articles: TranscribedArticles
  /** The engine for recordings of a company. */
  readonly engineOf: (companyId: string) => Promise<Transcript['engine']>
  readonly toFileName: (title: string) => string
}

export function transcriptionRoutes({ db, articles, engineOf, toFileName }: TranscriptionDependencies) {
  const read = async (article: TranscribedArticle, language?: TranslationLanguage) =>
    readTranscript(db, article, article.isEditor ? await engineOf(article.companyId) : null, language)
  return serve(transcriptionCalls, transcriptionPolicy(articles), {
    get: async ({ subject }) => ({ transcription: await readTranscription(db, subject) }),
    words: async ({ subject, query }) => read(subject, query.language),
    editWords: async ({ actor, subject, body }) => {
      const words = body.words.map((word) => ({ ...word, confidence: null }))
      await editWords(db, requireMember(actor), subject, { ...body, words })
      const recording = await readTranscriptRecording(db, subject, body.videoId)
      if (recording === null) throw new AppError('unknown_video')
      return { recording }
    },
    renameSpeaker: async ({ subject, body }) => {
      await renameSpeaker(db, subject, body)
      return read(subject)
    },
    captions: async ({ subject, query }) => {
      const words = await readPlayedWords(db, subject, query.language)
      const captions = toCaptions(words, ({ word }) => word.speaker)
      const name = toFileName(query.language === undefined ? subject.title : `${subject.title} ${query.language}`)
      return { captions: writeCaptions(captions, query.format), name: `${name}.${query.format}` }
    },
    uploadCaptions: async ({ actor, subject, body }) => {
      await uploadCaptions(db, requireMember(actor), subject, body.captions)
      return read(subject)
    },
  })
}
