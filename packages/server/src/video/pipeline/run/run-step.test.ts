import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/database.ts'
import { jobServices } from '../../../../test/job-services.ts'
import { mediaToolPaths } from '../../../../test/video-files.ts'
import { buildCompany } from '../../../company/company.builder.ts'
import { openFileStorage } from '../../../platform/files/index.ts'
import { openMedia } from '../../../platform/media/index.ts'
import type { JobServices } from '../../../platform/jobs/index.ts'
import { buildVideo } from '../../video.builder.ts'
import { runStep, type StepResult, type StepTools } from './run-step.ts'
import { findProcessedVideo, insertSteps } from './video-step.queries.ts'

const { db } = await createTestDatabase()
const dataDirectory = await mkdtemp(path.join(tmpdir(), 'knowreel-step-'))
const files = await openFileStorage({ dataDirectory, secret: 'a secret for tests only, 32 characters' })
const services = jobServices(db, { files, media: openMedia(mediaToolPaths) }) as JobServices

async function attempt(work: (tools: StepTools) => Promise<StepResult>) {
  const videoId = await buildVideo(db, await buildCompany(db))
  await insertSteps(db, videoId)
  const request = {
    services,
    videoId,
    step: 'remux',
    signal: new AbortController().signal,
    log: () => undefined,
  } as const
  const ended = await runStep(request, work).catch((error: unknown) => error)
  return { ended, video: await findProcessedVideo(db, videoId) }
}

test('a file stays when its row is committed and only the response was lost', async () => {
  const { ended, video } = await attempt(async ({ storeFile }) => ({
    change: { main_key: await storeFile('video/mp4', new Uint8Array(100)) },
    async followUp(trx) {
      await sql`commit`.execute(trx)
      throw new Error('The line to the database broke')
    },
  }))
  expect(ended).toBeInstanceOf(Error)
  expect(await files.find(video?.main_key ?? '')).toMatchObject({ size: 100 })
})

test('a file of a failed attempt is removed immediately', async () => {
  let key = ''
  const { video } = await attempt(async ({ storeFile }) => {
    key = await storeFile('video/mp4', new Uint8Array(100))
    throw new Error('What came after it failed')
  })
  expect([video?.main_key, await files.find(key)]).toEqual([null, null])
})
