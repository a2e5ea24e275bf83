import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { insertSteps } from './pipeline/run/video-step.queries.ts'
import { buildVideo } from './video.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const author = await buildMember(db, company)
const colleague = await buildMember(db, company)
const asAuthor = await server.signIn(author, company)
const asColleague = await server.signIn(colleague, company)

async function videoWithFailed(step: 'probe' | 'poster') {
  const id = await buildVideo(db, company, { userId: author.id })
  await insertSteps(db, id)
  await db
    .updateTable('video_steps')
    .set({ status: 'failed', error: 'video_too_slow', attempts: 3 })
    .where('video_id', '=', id)
    .where('step', '=', step)
    .execute()
  return id
}
const retry = (id: string, step: 'probe' | 'poster' | 'audio', token: string) =>
  server.call('videoUpload.retry', { params: { id }, body: { step } }, token)
const stepOf = async (id: string, step: string) =>
  (await server.call('videoUpload.status', { params: { id } }, asAuthor)).ok.steps.find((one) => one.step === step)

test('the person who uploaded a recording sees what failed, in words, and can retry it', async () => {
  const id = await videoWithFailed('poster')
  expect(await stepOf(id, 'poster')).toEqual({
    step: 'poster',
    status: 'failed',
    progress: 0,
    error: 'Processing took too long and was stopped',
    canRetry: true,
  })
  expect((await retry(id, 'poster', asAuthor)).ok).toEqual({ success: true })
  expect(await stepOf(id, 'poster')).toMatchObject({ status: 'waiting', error: null })
  const { rows } = await sql`select data from pgboss.job where name = 'derive-from-video'`.execute(db)
  expect(rows).toEqual([{ data: { videoId: id, step: 'poster' } }])
})

test('a recording that could not be read is processed again', async () => {
  const id = await videoWithFailed('probe')
  await db.updateTable('videos').set({ status: 'error', error: 'video_too_slow' }).where('id', '=', id).execute()
  expect((await retry(id, 'probe', asAuthor)).status).toBe(200)
  const { ok } = await server.call('videoUpload.status', { params: { id } }, asAuthor)
  expect(ok).toMatchObject({ status: 'processing', error: null })
})

test('what has not failed is not retried', async () => {
  const id = await videoWithFailed('poster')
  expect((await retry(id, 'audio', asAuthor)).error.code).toBe('video_step_not_failed')
})

test('for everyone else the recording does not exist', async () => {
  const id = await videoWithFailed('poster')
  expect((await retry(id, 'poster', asColleague)).status).toBe(404)
  expect(await stepOf(id, 'poster')).toMatchObject({ status: 'failed' })
})
