/**
 * `ai-transcription`: transcribes the recordings of an article or draft, for people who may edit it. The work is a job;
 * the stream requests it and follows it, so that it continues when the page or the server closes.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import {
  TRANSCRIPTION_STREAM,
  transcriptionStreamData,
  type TranscriptionStreamData,
  type TranscriptionStreamResult,
} from '@knowreel/shared/transcription/transcription.stream.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import { authorise, type Actor, type Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { defineStream, serverStops, type AnyStream, type Progress } from '../../platform/sockets/index.ts'
import { readTranscription } from '../read/read-transcript.ts'
import type { TranscribedArticle, TranscribedArticles } from '../transcribed-articles.ts'
import { transcriptionPolicy } from '../transcription.policy.ts'
import { followTranscripts } from './follow-transcripts.ts'
import {
  cancelTranscripts,
  listUnfinished,
  readGeneration,
  requestTranscripts,
  type GenerationState,
} from './generation.queries.ts'
import { transcribeVideo } from './transcribe-video.job.ts'

export type GenerationDependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly articles: TranscribedArticles
}

export function createTranscriptionStream({ db, enqueue, articles }: GenerationDependencies): AnyStream<Member> {
  const policy = transcriptionPolicy(articles)
  const find = (actor: Member, { articleId }: TranscriptionStreamData): Promise<TranscribedArticle> =>
    authorise(db, actor, policy['transcription.edit'], articleId)

  async function request(article: TranscribedArticle, data: TranscriptionStreamData): Promise<string[]> {
    const { companyId } = article
    const videoIds = videoIdsOf(articleMap(article.paragraphs))
    if (videoIds.length === 0) throw new AppError('no_recording')
    return runTransaction(db, async (trx) => {
      if ((await listUnfinished(trx, companyId, videoIds)).length > 0) throw new AppError('already_running')
      const ids = await requestTranscripts(trx, { companyId, videoIds }, data)
      for (const videoId of ids) await enqueue(trx, transcribeVideo, { videoId }, { singletonKey: videoId })
      return ids
    })
  }

  async function follow(ids: readonly string[], { signal, update }: Progress): Promise<void> {
    const onState = ({ progress, isWaiting }: GenerationState) =>
      update({ progress, step: isWaiting ? 'Waiting to start' : 'Listening' })
    const state = await followTranscripts(db, ids, { signal, onState })
    if (signal.reason === serverStops) return
    if (signal.aborted) return cancelTranscripts(db, ids)
    if (state.error !== null) throw new AppError('transcription_failed', { message: state.error })
  }

  return defineStream<Member, TranscriptionStreamData>({
    name: TRANSCRIPTION_STREAM,
    data: transcriptionStreamData,
    authorise: async (actor, data) => void (await find(actor, data)),
    recheck: (open) =>
      articles.listEditable(
        db,
        open.map(({ id, actor, data }) => ({ id, actor, articleId: data.articleId })),
      ),
    keyOf: async (actor, data) => (await find(actor, data)).id,
    isRunning: async (actor, data) => (await listRunning(db, await find(actor, data))).length > 0,
    generate: async (actor, data, progress): Promise<TranscriptionStreamResult> => {
      const article = await find(actor, data)
      const ids = progress.isResumed ? await listRunning(db, article) : await request(article, data)
      await follow(ids, progress)
      return { transcription: await readTranscription(db, await find(actor, data)) }
    },
  })
}

const listRunning = (db: Db, { companyId, paragraphs }: TranscribedArticle): Promise<string[]> =>
  listUnfinished(db, companyId, videoIdsOf(articleMap(paragraphs)))

/** The stored state, which outlives this process; null if no recording of the article is being transcribed. */
export async function findRunningTranscription(
  db: Db,
  articles: Pick<TranscribedArticles, 'find'>,
  { actor, articleId }: { readonly actor: Actor | null; readonly articleId: string },
): Promise<{ readonly status: 'success'; readonly progress: number } | null> {
  const article = await articles.find(db, actor, articleId)
  const running = article === null ? [] : await listRunning(db, article)
  if (running.length === 0) return null
  return { status: 'success', progress: (await readGeneration(db, running)).progress }
}
