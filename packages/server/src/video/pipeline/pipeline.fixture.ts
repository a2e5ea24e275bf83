/**
 * The pipeline as the worker runs it, with its own database and folder. Run as a program, it is a worker that can be
 * killed.
 */
import { readFile } from 'node:fs/promises'
import { mediaToolPaths } from '../../../test/video-files.ts'
import { jobServices } from '../../../test/job-services.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { openDatabase, type DatabaseConnection } from '../../platform/database/database.ts'
import type { Db, Tables } from '../../platform/database/db.ts'
import { newFileKey, openFileStorage, type FileStorage } from '../../platform/files/index.ts'
import { openJobs, type Jobs } from '../../platform/jobs/index.ts'
import { openMedia } from '../../platform/media/index.ts'
import { makeRendition } from '../rendition/make-rendition.job.ts'
import { buildVideo } from '../video.builder.ts'
import { deriveFromVideo, extractSound, insertRecording, processVideo, transcodeVideo } from './index.ts'
import { listSteps, type StepRow } from './run/video-step.queries.ts'

const jobList = [processVideo, transcodeVideo, deriveFromVideo, extractSound, insertRecording, makeRendition]

export type Pipeline = {
  readonly db: Db
  readonly files: FileStorage
  readonly jobs: Jobs
  /** Returns the id of the recording. */
  upload(file: string | Uint8Array): Promise<string>
  steps(videoId: string): Promise<Record<string, StepRow>>
  video(videoId: string): ReturnType<typeof readVideo>
  /** Waits until no work is left. */
  whenSettled(
    videoId: string,
  ): Promise<{ video: Awaited<ReturnType<typeof readVideo>>; steps: Record<string, StepRow> }>
}

export async function openPipeline(options: {
  readonly db: Db
  readonly connection: DatabaseConnection
  readonly dataDirectory: string
  readonly isWorker?: boolean
  readonly media?: Parameters<typeof openMedia>[0]
}): Promise<Pipeline> {
  const { db, connection, dataDirectory, isWorker = true } = options
  const files = await openFileStorage({ dataDirectory, secret: 'a secret for tests only, 32 characters' })
  const media = openMedia(options.media ?? mediaToolPaths)
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  const jobs = await openJobs({ connection, jobs: jobList, log, isWorker, leaseSeconds: 10, superviseSeconds: 1 })
  const none = async () => undefined
  if (isWorker)
    await jobs.startWorker(
      jobServices(db, { files, media, insertRecording: none, onPlayable: none, onRecordingSound: none }),
    )
  const steps = async (videoId: string) =>
    Object.fromEntries((await listSteps(db, videoId)).map((step) => [step.step, step]))
  return {
    db,
    files,
    jobs,
    steps,
    video: (videoId) => readVideo(db, videoId),
    async upload(file) {
      const bytes = typeof file === 'string' ? await readFile(file) : file
      const original_key = newFileKey('uploads', 'application/octet-stream')
      await files.put(original_key, bytes)
      const videoId = await buildVideo(db, await buildCompany(db), { original_key, size: bytes.length })
      await jobs.enqueue(db, processVideo, { videoId })
      return videoId
    },
    async whenSettled(videoId) {
      for (;;) {
        // Steps first: a step commits its changes to the recording together with its end.
        const all = await listSteps(db, videoId)
        const video = await readVideo(db, videoId)
        const isOver =
          video.status === 'error' || (all.length > 0 && all.every(({ status }) => finalStatuses.has(status)))
        if (isOver) return { video, steps: await steps(videoId) }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}

const finalStatuses = new Set(['done', 'skipped', 'failed'])

const readVideo = (db: Db, videoId: string) =>
  db.selectFrom('videos').where('id', '=', videoId).selectAll().executeTakeFirstOrThrow()

if (import.meta.main) {
  const [connectionText = '', dataDirectory = '', ffmpegPath = '', ffprobePath = ''] = process.argv.slice(2)
  const connection = JSON.parse(connectionText) as DatabaseConnection
  const { db } = openDatabase<Tables>({ connection, log: console })
  const media = {
    ffmpegPath: ffmpegPath || mediaToolPaths.ffmpegPath,
    ffprobePath: ffprobePath || mediaToolPaths.ffprobePath,
  }
  await openPipeline({ db, connection, dataDirectory, media })
}
