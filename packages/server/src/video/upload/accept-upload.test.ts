import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { joinParts } from './join-video-parts.ts'
import { setUpVideoUploads } from './video-upload.fixture.ts'

const { server, db, files, company, person, token, newPart, put, accept, originalOf, jobsOf, keysOf } =
  await setUpVideoUploads()

describe('accepting', () => {
  const upload = async (sizes: number[], { isChained = true, as = token } = {}) => {
    const parts: { id: string; bytes: Buffer }[] = []
    for (const size of sizes) {
      const after = isChained ? parts.at(-1)?.id : undefined
      const { id, url } = await newPart(after === undefined ? {} : { after }, as)
      const bytes = randomBytes(size)
      expect((await put(url, bytes)).status).toBe(200)
      parts.push({ id, bytes })
    }
    return { ids: parts.map(({ id }) => id), bytes: Buffer.concat(parts.map((part) => part.bytes)) }
  }

  test('makes one recording of the parts in their order, and copies nothing if they are contiguous', async () => {
    const { ids, bytes } = await upload([700_000, 1_300_001, 3])
    const begun = await newPart({ after: ids.at(-1) ?? '' })
    const { id } = (await accept(ids, { name: 'Rooftop.webm', mime: 'video/webm' })).ok
    const original = await originalOf(id)
    expect(bytes.equals(original.bytes ?? Buffer.of())).toBe(true)
    expect(await jobsOf(id)).toEqual(['process-video'])
    const row = await db.selectFrom('videos').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'Rooftop.webm', mime: 'video/webm', size: bytes.length, status: 'processing' })
    // A part that was started at its end can no longer write to it.
    expect((await put(begun.url, Buffer.from('x'))).status).toBe(404)
    const status = (await server.call('videoUpload.status', { params: { id } }, token)).ok
    expect(status).toMatchObject({ status: 'processing', error: null, video: { id, url: null, size: bytes.length } })
    expect(status.progress).toBeLessThan(100)
  })

  test('allows retrying a failed step only if that can help', async () => {
    const { ids } = await upload([1000])
    const { id } = (await accept(ids)).ok
    const steps = [
      { step: 'probe', status: 'failed', error: 'video_too_long' },
      { step: 'remux', status: 'failed', error: 'video_too_slow' },
      { step: 'poster', status: 'waiting' },
    ] as const
    await db
      .insertInto('video_steps')
      .values(steps.map((step) => ({ ...step, video_id: id })))
      .execute()
    const status = (await server.call('videoUpload.status', { params: { id } }, token)).ok
    expect(status.steps.map(({ step, canRetry }) => [step, canRetry])).toEqual([
      ['probe', false],
      ['remux', true],
      ['poster', false],
    ])
  })

  test('joins separate parts in a job, in the order of the list', async () => {
    const { ids, bytes } = await upload([300_000, 200_000], { isChained: false })
    const turned = [ids[1] ?? '', ids[0] ?? '']
    const { id } = (await accept(turned)).ok
    expect(await jobsOf(id)).toEqual(['join-video-parts'])
    const sources = await keysOf(ids)
    const services = { db, files, jobs: { enqueue: server.jobs.enqueue } }
    await joinParts(services, id, AbortSignal.timeout(10_000))
    const wanted = Buffer.concat([bytes.subarray(300_000), bytes.subarray(0, 300_000)])
    expect(wanted.equals((await originalOf(id)).bytes ?? Buffer.of())).toBe(true)
    expect((await jobsOf(id)).toSorted()).toEqual(['join-video-parts', 'process-video'])
    for (const key of sources) expect(await files.find(key)).toBeNull()
    // A worker that died before it could report success starts again.
    await joinParts(services, id, AbortSignal.timeout(10_000))
    expect(wanted.equals((await originalOf(id)).bytes ?? Buffer.of())).toBe(true)
  })

  test('returns the same recording for the same list, however often and concurrently', async () => {
    const { ids } = await upload([1000, 1000])
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(ids)))
    expect(new Set(answers.map((answer) => answer.ok.id)).size).toBe(1)
    expect((await accept(ids)).ok.id).toBe(answers[0]?.ok.id)
    expect((await accept(ids.map((id) => id.toUpperCase()))).ok.id).toBe(answers[0]?.ok.id)
    expect(await jobsOf(answers[0]?.ok.id ?? '')).toEqual(['process-video'])
  })

  test('accepts only parts of the caller, each once and for one recording', async () => {
    const { ids } = await upload([1000, 1000])
    const other = await server.signIn(await buildMember(db, company), company)
    const stranger = await buildCompany(db)
    const strange = await server.signIn(stranger.owner, stranger)
    for (const as of [other, strange])
      expect((await accept(ids, {}, as)).error).toMatchObject({ code: 'part_missing', parts: ids })
    expect((await accept([ids[0] ?? '', ids[0] ?? ''])).error.code).toBe('part_missing')
    expect((await accept(ids)).status).toBe(200)
    expect((await accept([ids[0] ?? ''])).error.code).toBe('part_missing')
  })

  test('is refused if the bytes of a part were lost', async () => {
    const { ids } = await upload([1000])
    for (const key of await keysOf(ids)) await files.remove(key)
    expect((await accept(ids)).error).toMatchObject({ code: 'part_missing', parts: ids })
  })

  test('is allowed for an article only if the caller may edit it, and everyone who may edit it may follow the progress', async () => {
    const owner = await buildMember(db, company)
    const workspace = await buildWorkspace(db, { company, owner, visibility: 'private' })
    const article = await buildArticle(db, { workspace, author: owner })
    const viewer = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
    await grantWorkspaceRole(db, { workspace, user: person, role: 'editor' })
    const viewing = await server.signIn(viewer, company)
    const { ids } = await upload([1000], { as: viewing })
    expect((await accept(ids, { articleId: article.id }, viewing)).error.code).toBe('unknown_article')
    const mine = await upload([1000])
    expect((await accept(mine.ids, { articleId: 'nothing' })).error.code).toBe('unknown_article')
    const { id } = (await accept(mine.ids, { articleId: article.shortId })).ok
    const follow = (as: string) => server.call('videoUpload.status', { params: { id } }, as)
    expect((await follow(token)).status).toBe(200)
    expect((await follow(await server.signIn(owner, company))).status).toBe(200)
    expect((await follow(viewing)).status).toBe(404)
    const stranger = await buildCompany(db)
    expect((await follow(await server.signIn(stranger.owner, stranger))).status).toBe(404)
  })

  test('goes to the article that the draft has become in the meantime', async () => {
    const workspace = await buildWorkspace(db, { company, owner: person })
    const article = await buildArticle(db, { workspace, author: person })
    const draft = await buildDraft(db, { original: article, author: person })
    const { ids } = await upload([1000])
    const body = { title: 'Published by a colleague', isPublish: true }
    expect((await server.call('article.save', { params: { id: draft.id }, body }, token)).status).toBe(200)
    const { id } = (await accept(ids, { articleId: draft.id })).ok
    const row = await db.selectFrom('videos').where('id', '=', id).select('article_id').executeTakeFirstOrThrow()
    expect(row.article_id).toBe(article.id)
    const stranger = await buildMember(db, company)
    const strange = await server.signIn(stranger, company)
    const theirs = await upload([1000], { as: strange })
    expect((await accept(theirs.ids, { articleId: draft.id }, strange)).error.code).toBe('unknown_article')
  })
})
