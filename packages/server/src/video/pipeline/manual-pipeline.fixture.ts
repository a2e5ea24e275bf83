/** Recordings whose jobs run only when the test runs them. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestDatabase } from '../../../test/database.ts'
import { jobServices } from '../../../test/job-services.ts'
import { ffmpeg, makeTestFolder, mediaToolPaths } from '../../../test/video-files.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { newFileKey, openFileStorage } from '../../platform/files/index.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { commandArguments, openMedia } from '../../platform/media/index.ts'
import { buildVideo } from '../video.builder.ts'
import { processUploadedVideo } from './process-video.ts'
import { listSteps } from './run/video-step.queries.ts'
import { encodeVideo } from './steps/encode-video.ts'
import { makeSound } from './steps/make-sound.ts'
import { transcodeVideo } from './transcode-video.job.ts'

export const vp8 = commandArguments`-c:v libvpx -deadline realtime -cpu-used 16 -g 30`
export const opus = ['-c:a', 'libopus']
export const liveWebm = commandArguments`-f webm -live 1`

export async function openManualPipeline() {
  const { db } = await createTestDatabase()
  const folder = await makeTestFolder()
  const files = await openFileStorage({ dataDirectory: folder, secret: 'a secret for tests only, 32 characters' })
  const company = await buildCompany(db)

  async function make(name: string, ...parameters: readonly string[]): Promise<Buffer> {
    const file = path.join(folder, name)
    await ffmpeg(...parameters, file)
    return readFile(file)
  }

  async function upload(bytes: Buffer, toolPaths = mediaToolPaths) {
    const original_key = newFileKey('uploads', 'application/octet-stream')
    await files.put(original_key, bytes)
    const videoId = await buildVideo(db, company, { original_key, size: bytes.length })
    const queued: string[] = []
    const heard: string[] = []
    const enqueue = (_trx: unknown, { name }: { name: string }) => Promise.resolve(void queued.push(name))
    const given = {
      files,
      media: openMedia(toolPaths),
      onPlayable: async () => null,
      onRecordingSound: async (_trx: unknown, id: string) => void heard.push(id),
    }
    const services = Object.assign(jobServices(db, given), {
      jobs: { enqueue },
      log: console,
    }) as unknown as JobServices
    const work = { services, videoId, signal: new AbortController().signal, log: () => undefined }
    return {
      videoId,
      /** The recordings whose sound was reported. */
      heard,
      process: () => processUploadedVideo(work),
      encode: () => encodeVideo(work, () => enqueue(null, transcodeVideo)),
      makeSound: () => makeSound(work),
      step: async (name: string) => (await listSteps(db, videoId)).find(({ step }) => step === name),
      read: () => db.selectFrom('videos').where('id', '=', videoId).selectAll().executeTakeFirstOrThrow(),
      /** The jobs since the last call. */
      queued: () => queued.splice(0),
    }
  }
  return { db, company, folder, files, make, upload }
}
