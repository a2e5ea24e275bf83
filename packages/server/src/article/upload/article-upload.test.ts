import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft } from '../article.builder.ts'
import { cleanUpIdleDrafts } from '../draft/idle-drafts.ts'
import { insertRecording } from './insert-recording.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, colleague] = [await buildMember(db, company), await buildMember(db, company)]
const workspace = await buildWorkspace(db, { company, owner: author })
const elsewhere = await buildWorkspace(db, { company, owner: author })
await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
const token = await server.signIn(author, company)
const colleagueToken = await server.signIn(colleague, company)

type UploadMarks = Parameters<typeof server.call<'videoUpload.accept'>>[1]['body']['marks']
type Body = Parameters<typeof server.call<'article.saveDraft'>>[1]['body']
const saveDraft = (id: string, body: Body = {}, by = token) =>
  server.call('article.saveDraft', { params: { id }, body }, by)
const publish = (id: string, body: Body = {}) =>
  server.call('article.save', { params: { id }, body: { ...body, isPublish: true } }, token)
const read = async (id: string, by = token) => (await server.call('draft.get', { params: { id } }, by)).ok.article
const withTitle = { title: 'Replace a meter', workspace: workspace.id }
const begin = async (body: Body = {}) =>
  (await saveDraft('new', { ...withTitle, isNotUploadedVideo: true, ...body })).ok.article

/** Uploads a few bytes for the article, as a client does. Returns the accept id. */
async function upload(articleId: string, by = token, marks: UploadMarks = []): Promise<string> {
  const { id, url } = (await server.call('videoUpload.url', { query: {} }, by)).ok
  const bytes = crypto.getRandomValues(new Uint8Array(64))
  const headers = { 'content-type': 'application/octet-stream' }
  const put = await fetch(server.url + url, { method: 'PUT', headers, body: bytes })
  expect(put.status).toBe(200)
  return (await server.call('videoUpload.accept', { body: { parts: [id], articleId, marks } }, by)).ok.id
}
const becomePlayable = (videoId: string, duration = 12_000) =>
  db.updateTable('videos').set({ status: 'finished', main_key: 'm', duration }).where('id', '=', videoId).execute()
const become = (videoId: string, status: 'error') =>
  db.updateTable('videos').set({ status }).where('id', '=', videoId).execute()

describe('a draft whose recording is being uploaded', () => {
  test('says so, to colleagues too, and is no text article', async () => {
    const draft = await begin()
    expect(draft).toMatchObject({ isNotUploadedVideo: true, acceptSessionId: null, duration: 0 })
    expect(await read(draft.id, colleagueToken)).toMatchObject({ isNotUploadedVideo: true })
    const listed = async (type: 'video' | 'notes') =>
      (await server.call('draft.list', { query: { page: '1', type } }, token)).ok.articles.map(({ id }) => id)
    expect(await listed('video')).toContain(draft.id)
    expect(await listed('notes')).not.toContain(draft.id)
  })

  test('knows the accept id once the upload was accepted, whoever reads it', async () => {
    const draft = await begin()
    const acceptId = await upload(draft.id)
    expect(await read(draft.id, colleagueToken)).toMatchObject({ isNotUploadedVideo: true, acceptSessionId: acceptId })
    const followed = await server.call('videoUpload.status', { params: { id: acceptId } }, colleagueToken)
    expect(followed.ok.status).toBe('processing')
  })

  test('accepts title, tabs and tags, but no other workspace', async () => {
    const draft = await begin()
    const textTabs = [{ id: newKey(), title: 'Notes', text: '<p>One</p>' }]
    const body = { title: 'Changed', tags: ['meter'], textTabs, workspace: elsewhere.id }
    const saved = (await saveDraft(draft.id, body)).ok.article
    expect(saved).toMatchObject({ title: 'Changed', tags: ['meter'], isNotUploadedVideo: true })
    expect(saved.textTabs).toHaveLength(1)
    expect(saved.workspace?.id).toBe(workspace.id)
  })

  test('cannot be published, with a clear message, and stays unchanged', async () => {
    const draft = await begin()
    const refused = await publish(draft.id)
    expect([refused.status, refused.error.code, refused.error.error]).toEqual([
      409,
      'video_not_uploaded',
      'The video is not uploaded yet',
    ])
    expect((await publish(draft.id, { title: ' ' })).error.code).toBe('article_title_empty')
    expect(await read(draft.id)).toMatchObject({ isDraft: true, isNotUploadedVideo: true })
    expect((await publish('new', { ...withTitle, isNotUploadedVideo: true })).error.code).toBe('video_not_uploaded')
  })

  test('of a published article is visible to editors, and is not cleaned up while nobody has it open', async () => {
    const article = await buildArticle(db, { workspace })
    const { id } = (await saveDraft(article.id, { isNotUploadedVideo: true })).ok.article
    const long = new Date(Date.now() - 3_600_000)
    await db.updateTable('articles').set({ editors_seen_at: long, updated_at: long }).where('id', '=', id).execute()
    await cleanUpIdleDrafts(db)
    expect(await read(id)).toMatchObject({ isNotUploadedVideo: true })
    const published = (await server.call('article.get', { params: { id: article.id } }, token)).ok.article
    expect(published).toMatchObject({ isNotUploadedVideo: false, draft: { id } })
  })
})

describe('the first playable file', () => {
  test('becomes the first paragraph without any browser, and once however often the job runs', async () => {
    const draft = await begin()
    const videoId = await upload(draft.id)
    expect(await insertRecording(db, videoId), 'not before it can be played').toBeNull()
    await becomePlayable(videoId)
    expect(await insertRecording(db, videoId)).toBe(draft.id)
    expect(await insertRecording(db, videoId)).toBeNull()
    const draftNow = await read(draft.id)
    expect(draftNow).toMatchObject({ isNotUploadedVideo: false, acceptSessionId: videoId, duration: 12_000 })
    expect(draftNow.paragraphs.map(({ title, pm, duration }) => ({ title, pm, duration }))).toEqual([
      { title: 'Paragraph #1', duration: 12_000, pm: [{ totalTime: 0, videoTime: 0, videoId }] },
    ])
    expect((await publish(draft.id)).ok.article).toMatchObject({ duration: 12_000, isNotUploadedVideo: false })
  })

  test('is divided where its author marked it while recording', async () => {
    const draft = await begin()
    const videoId = await upload(draft.id, token, [{ at: 9000, title: 'Restart the modem' }, { at: 4000 }])
    await becomePlayable(videoId)
    await insertRecording(db, videoId)
    expect((await read(draft.id)).paragraphs.map(({ title, duration }) => [title, duration])).toEqual([
      ['Paragraph #1', 4000],
      ['Paragraph #2', 5000],
      ['Restart the modem', 3000],
    ])
  })

  test('keeps what was typed and chosen in the meantime', async () => {
    const draft = await begin()
    const videoId = await upload(draft.id)
    const textTabs = [{ id: newKey(), title: 'Steps', text: '<p>Switch it off first</p>' }]
    await saveDraft(draft.id, { title: 'Meters', tags: ['gateway'], textTabs }, colleagueToken)
    await becomePlayable(videoId)
    await insertRecording(db, videoId)
    const draftNow = await read(draft.id)
    expect(draftNow).toMatchObject({ title: 'Meters', tags: ['gateway'], isHasText: true, duration: 12_000 })
  })

  test('may exist before the draft does', async () => {
    const videoId = await buildVideo(db, company, { userId: author.id, duration: 3000, main_key: 'm' })
    const draft = await begin({ acceptSessionId: videoId })
    expect(draft).toMatchObject({ isNotUploadedVideo: true, acceptSessionId: videoId })
    const { rows } = await sql`
      select 1 from pgboss.job where name = 'place-recording' and data->>'videoId' = ${videoId}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  test('cannot be obtained by naming the upload of another person, or of nobody', async () => {
    const theirs = await buildVideo(db, company, { userId: colleague.id, duration: 3000, main_key: 'm' })
    for (const acceptSessionId of [theirs, newId(), 'no-uuid']) {
      const body = { ...withTitle, isNotUploadedVideo: true, acceptSessionId }
      expect((await saveDraft('new', body)).error.code).toBe('unknown_video')
    }
  })
})

describe('an upload that fails', () => {
  test('can be abandoned by anyone who may edit: the article is a text article again', async () => {
    const draft = await begin()
    const videoId = await upload(draft.id)
    const body = { isNotUploadedVideo: false, workspace: workspace.id }
    const left = (await saveDraft(draft.id, body, colleagueToken)).ok.article
    expect(left).toMatchObject({ isNotUploadedVideo: false, acceptSessionId: null, duration: 0 })
    await becomePlayable(videoId)
    expect(await insertRecording(db, videoId)).toBeNull()
    expect((await publish(draft.id)).ok.article).toMatchObject({ duration: 0 })
  })

  test('can be followed by another file', async () => {
    const draft = await begin()
    const failed = await upload(draft.id)
    const again = { isNotUploadedVideo: true, acceptSessionId: null }
    const still = (await saveDraft(draft.id, again)).ok.article
    expect(still.acceptSessionId, 'what is under way is not forgotten by who did not know of it').toBe(failed)
    await become(failed, 'error')
    expect((await saveDraft(draft.id, again)).ok.article.acceptSessionId).toBeNull()
    const videoId = await upload(draft.id)
    await becomePlayable(failed)
    await becomePlayable(videoId, 4000)
    expect(await insertRecording(db, failed)).toBeNull()
    expect(await insertRecording(db, videoId)).toBe(draft.id)
  })

  test('is refused when its draft is gone', async () => {
    const draft = await begin()
    await server.call('draft.remove', { params: { id: draft.id } }, token)
    const { id, url } = (await server.call('videoUpload.url', { query: {} }, token)).ok
    const headers = { 'content-type': 'application/octet-stream' }
    await fetch(server.url + url, { method: 'PUT', headers, body: new Uint8Array(8) })
    const refused = await server.call('videoUpload.accept', { body: { parts: [id], articleId: draft.id } }, token)
    expect(refused.error.code).toBe('unknown_article')
  })
})

test('a recording for a draft that was published first becomes the recording of its next draft', async () => {
  const { id } = (await saveDraft('new', withTitle)).ok.article
  await publish(id)
  // The page of the draft does not know yet.
  const next = (await saveDraft(id, { isNotUploadedVideo: true })).ok.article
  expect(next).toMatchObject({ original: { id }, isNotUploadedVideo: true })
  const videoId = await upload(id)
  expect((await read(next.id)).acceptSessionId).toBe(videoId)
  await becomePlayable(videoId)
  expect(await insertRecording(db, videoId)).toBe(next.id)
  expect((await publish(id)).ok.article).toMatchObject({ id, duration: 12_000 })
})

test('a draft that has a recording waits for no other', async () => {
  const draft = await buildDraft(db, { workspace, duration: 5000 })
  expect((await saveDraft(draft.id, { isNotUploadedVideo: true })).ok.article.isNotUploadedVideo).toBe(false)
  const videoId = await upload(draft.id)
  await becomePlayable(videoId)
  expect(await insertRecording(db, videoId)).toBeNull()
  expect((await read(draft.id)).duration).toBe(5000)
})
