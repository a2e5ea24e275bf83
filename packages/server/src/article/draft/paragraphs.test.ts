import { newKey } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle } from '../article.builder.ts'
import { cleanUpIdleDrafts } from './idle-drafts.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, colleague] = [await buildMember(db, company), await buildMember(db, company)]
const workspace = await buildWorkspace(db, { company, owner: author })
await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
const token = await server.signIn(author, company)
const colleagueToken = await server.signIn(colleague, company)

type Body = Parameters<typeof server.call<'article.saveDraft'>>[1]['body']
const saveDraft = (id: string, body: Body = {}, by = token) =>
  server.call('article.saveDraft', { params: { id }, body }, by)
const publish = (id: string, body: Body = {}, by = token) =>
  server.call('article.save', { params: { id }, body: { ...body, isPublish: true } }, by)

const own = (duration = 60_000) => buildVideo(db, company, { userId: author.id, duration, main_key: 'm' })
const whole = (videoId: string, duration: number, title = 'Wiring', id = newKey()) => ({
  id,
  title,
  duration,
  pm: [{ totalTime: 0, videoTime: 0, videoId }],
})
const withTitle = { title: 'Replace a meter', workspace: workspace.id }

describe('the paragraphs of a draft', () => {
  test('are stored as a tree, with their times, slugs and recordings', async () => {
    const videoId = await own()
    const first = { ...whole(videoId, 40_000), items: [whole(videoId, 5000, 'Wiring'), whole(videoId, 5000, 'Notes')] }
    const { article } = (await saveDraft('new', { ...withTitle, paragraphs: [first] })).ok
    expect(article.duration).toBe(50_000)
    expect(article.paragraphs[0]).toMatchObject({ id: first.id, slug: 'wiring', position: 0, duration: 40_000 })
    expect(article.paragraphs[0]?.items.map(({ slug, position }) => [slug, position])).toEqual([
      ['wiring-2', 40_000],
      ['notes-2', 45_000],
    ])
    expect(article.videos.map(({ id, duration }) => [id, duration])).toEqual([[videoId, 60_000]])
    expect(article.isHasText).toBe(false)
  })

  test('avoid the slugs of tabs', async () => {
    const videoId = await own()
    const textTabs = [{ id: newKey(), title: 'Wiring', text: '<p>One</p>' }]
    const { article } = (await saveDraft('new', { ...withTitle, textTabs, paragraphs: [whole(videoId, 1000)] })).ok
    expect(article.textTabs[0]?.slug).toBe('wiring')
    expect(article.paragraphs[0]?.slug).toBe('wiring-2')
  })

  test('accept no recording of another person or company, and no unknown one', async () => {
    const stranger = await buildCompany(db)
    const foreign = [
      await buildVideo(db, company, { userId: colleague.id, duration: 1000 }),
      await buildVideo(db, stranger, { userId: author.id, duration: 1000 }),
      '0198a7e2-0000-7000-8000-000000000001',
      'no-uuid',
    ]
    for (const videoId of foreign) {
      const refused = await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 500)] })
      expect(refused.error.code, videoId).toBe('unknown_video')
    }
  })

  test('accept the recordings of articles and drafts that may be downloaded, and no others', async () => {
    const hers = await buildVideo(db, company, { userId: colleague.id, duration: 60_000, main_key: 'm' })
    const his = await own()
    const part = (videoId: string) => [
      { id: newKey(), title: 'Wiring', tags: [], isExpanded: true, map: [{ videoId, in: 0, dur: 1000 }], items: [] },
    ]
    await buildArticle(db, { workspace, author: colleague, paragraphs: part(hers) })
    await buildArticle(db, { workspace, author, paragraphs: part(his) })
    const { article } = (await saveDraft('new', { ...withTitle, paragraphs: [whole(hers, 5000)] })).ok
    expect(article.videos.map(({ id }) => id)).toEqual([hers])
    // An editor may watch and cut it, but not download it.
    const refused = await saveDraft('new', { ...withTitle, paragraphs: [whole(his, 5000)] }, colleagueToken)
    expect(refused.error.code).toBe('unknown_video')
  })

  test('keep recordings that others added', async () => {
    const videoId = await own()
    const draft = (await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 1000)] })).ok.article
    const renamed = [whole(videoId, 900, 'Renamed by a colleague')]
    const { article } = (await saveDraft(draft.id, { paragraphs: renamed }, colleagueToken)).ok
    expect(article.paragraphs[0]).toMatchObject({ title: 'Renamed by a colleague', duration: 900 })
  })

  test('end where their recordings end, which a browser may measure a little differently', async () => {
    const videoId = await own(10_000)
    const { article } = (await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 10_050)] })).ok
    expect(article.duration).toBe(10_000)
  })

  test('are refused with pieces beyond the end of a recording, also of one that is already used', async () => {
    const videoId = await own(10_000)
    const beyond = [whole(videoId, 12_000)]
    expect((await saveDraft('new', { ...withTitle, paragraphs: beyond })).error.code).toBe('piece_beyond_end')
    const draft = (await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 10_000)] })).ok.article
    expect((await saveDraft(draft.id, { paragraphs: beyond })).error.code).toBe('piece_beyond_end')
    const after = [{ ...whole(videoId, 1000), pm: [{ totalTime: 0, videoTime: 10_000, videoId }] }]
    expect((await saveDraft(draft.id, { paragraphs: after })).error.code).toBe('piece_beyond_end')
  })

  test('are refused beyond 500, with the number', async () => {
    const videoId = await own(600_000)
    const many = Array.from({ length: 501 }, () => whole(videoId, 1000))
    const half = { ...whole(videoId, 1000), items: many.slice(0, 300) }
    for (const paragraphs of [many, [half, half]]) {
      const { status, error } = await saveDraft('new', { ...withTitle, paragraphs })
      expect([status, JSON.stringify(error)]).toEqual([
        422,
        expect.stringContaining('An article can have 500 paragraphs'),
      ])
    }
  })

  test('are refused if they last less than 200 ms, unless they are already stored', async () => {
    const videoId = await own(10_000)
    const short = [whole(videoId, 199)]
    expect((await saveDraft('new', { ...withTitle, paragraphs: short })).error.code).toBe('paragraph_too_close')
    const draft = (await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 200)] })).ok.article
    const [stored] = draft.paragraphs
    const map = JSON.stringify([
      { id: stored?.id, title: 'Wiring', tags: [], isExpanded: true, map: [{ videoId, in: 0, dur: 150 }], items: [] },
    ])
    await db.updateTable('articles').set({ paragraphs: map }).where('id', '=', draft.id).execute()
    const renamed = [whole(videoId, 150, 'Renamed', stored?.id)]
    expect((await saveDraft(draft.id, { paragraphs: renamed })).status).toBe(200)
  })

  test('are refused with the messages of their rules, and nothing is partly saved', async () => {
    const videoId = await own()
    const draft = (await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 1000)] })).ok.article
    const third = { ...whole(videoId, 100), items: [{ ...whole(videoId, 100), items: [whole(videoId, 100)] }] }
    expect((await saveDraft(draft.id, { title: 'Changed', paragraphs: [third] })).error.error).toBe(
      'Only two levels allowed',
    )
    const untitled = await saveDraft(draft.id, { title: 'Changed', paragraphs: [whole(videoId, 100, ' ')] })
    expect(untitled.error.error).toBe('Title is required')
    const { article } = (await server.call('draft.get', { params: { id: draft.id } }, token)).ok
    expect(article).toMatchObject({ title: 'Replace a meter', duration: 1000 })
  })

  test('are not overwritten by someone who started from others', async () => {
    const videoId = await own()
    const draft = (await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 1000)] })).ok.article
    const { hash: baseHash } = draft
    const changed = [whole(videoId, 800)]
    expect((await saveDraft(draft.id, { paragraphs: changed, baseHash }, colleagueToken)).status).toBe(200)
    const late = await saveDraft(draft.id, { paragraphs: [whole(videoId, 700)], baseHash })
    expect(late.error.code).toBe('draft_changed')
    // Sending the same again is no conflict: it is a retry of a save whose response was lost.
    expect((await saveDraft(draft.id, { paragraphs: changed, baseHash })).status).toBe(200)
  })

  test('disappear when the recording is deleted, and the article is a text article again', async () => {
    const videoId = await own()
    const draft = (await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 1000)] })).ok.article
    const { article } = (await saveDraft(draft.id, { paragraphs: [] })).ok
    expect(article).toMatchObject({ duration: 0, paragraphs: [], videos: [] })
  })
})

describe('publishing a video article', () => {
  test('shows its paragraphs and recordings to readers', async () => {
    const videoId = await own()
    const draft = (await saveDraft('new', { ...withTitle, paragraphs: [whole(videoId, 3000)] })).ok.article
    const { article } = (await publish(draft.id)).ok
    expect(article).toMatchObject({ duration: 3000, isDraft: false })
    const read = (await server.call('article.get', { params: { id: article.id } }, colleagueToken)).ok.article
    expect(read.paragraphs).toEqual(article.paragraphs)
    expect(read.videos[0]?.url).toMatch(/^\/files\/m\?/)
  })

  test('changes nothing for readers until a draft is published, and keeps the previous cut as a version', async () => {
    const videoId = await own()
    const made = (await publish('new', { ...withTitle, paragraphs: [whole(videoId, 3000)] })).ok.article
    const draft = (await saveDraft(made.id, { paragraphs: [whole(videoId, 2000)] })).ok.article
    expect(draft.original?.id).toBe(made.id)
    const read = () => server.call('article.get', { params: { id: made.id } }, colleagueToken)
    expect((await read()).ok.article.duration).toBe(3000)
    await publish(draft.id)
    expect((await read()).ok.article.duration).toBe(2000)
    const version = await db
      .selectFrom('article_versions')
      .where('article_id', '=', made.id)
      .select('content')
      .executeTakeFirstOrThrow()
    expect(version.content.paragraphs?.[0]?.map).toEqual([{ videoId, in: 0, dur: 3000 }])
  })

  test('can bring back a recording that only a version still plays', async () => {
    const videoId = await own()
    const made = (await publish('new', { ...withTitle, paragraphs: [whole(videoId, 3000)] })).ok.article
    const emptied = (await saveDraft(made.id, { paragraphs: [] })).ok.article
    await publish(emptied.id)
    const body = { paragraphs: [whole(videoId, 3000)], isPublish: true, isKeepDraft: true }
    const restored = await server.call('article.save', { params: { id: made.id }, body }, colleagueToken)
    expect(restored.ok.article.duration).toBe(3000)
  })

  test('counts a changed cut as a change, but not a fold', async () => {
    const videoId = await own()
    const id = newKey()
    const made = (await publish('new', { ...withTitle, paragraphs: [whole(videoId, 3000, 'Wiring', id)] })).ok.article
    const folded = { ...whole(videoId, 3000, 'Wiring', id), isExpanded: false }
    expect((await saveDraft(made.id, { paragraphs: [folded] })).ok.hash).toBe(made.hash)
    expect((await saveDraft(made.id, { paragraphs: [whole(videoId, 2999, 'Wiring', id)] })).ok.hash).not.toBe(made.hash)
  })
})

describe('a tag of a paragraph', () => {
  const publishWith = async (tags: string[]) => {
    const videoId = await own()
    const sub = { ...whole(videoId, 1000, 'Parts'), tags }
    const paragraph = { ...whole(videoId, 3000), items: [sub] }
    const { article } = (await publish('new', { ...withTitle, paragraphs: [paragraph] })).ok
    const tagged = (changed: string[]) => [{ ...paragraph, items: [{ ...sub, tags: changed }] }]
    return { article, tagged }
  }
  const read = async (id: string) => (await server.call('article.get', { params: { id } }, token)).ok.article
  const tagsOf = async (id: string) => (await read(id)).paragraphs[0]?.items[0]?.tags

  test('is published with the draft, which is listed and can be discarded until then', async () => {
    const { article, tagged } = await publishWith([])
    const draft = (await saveDraft(article.id, { paragraphs: tagged(['wiring']) })).ok.article
    const discard = (await server.call('draft.discardHash', { params: { id: draft.id } }, token)).ok.hash
    expect(discard).not.toBe(draft.hash)
    const listed = (await server.call('draft.list', {}, token)).ok.articles
    expect(listed.map(({ id }) => id)).toContain(draft.id)
    expect((await read(article.id)).draft?.id).toBe(draft.id)
    await cleanUpIdleDrafts(db, new Date(Date.now() + 60 * 60_000))
    await publish(draft.id)
    expect(await tagsOf(article.id)).toEqual(['wiring'])
  })

  test('is published directly, and restored with a version', async () => {
    const { article, tagged } = await publishWith(['wiring', 'meter'])
    await publish(article.id, { paragraphs: tagged(['meter', 'wiring']) })
    expect(await tagsOf(article.id)).toEqual(['meter', 'wiring'])
    const params = { ws: workspace.id, id: article.id, version: '1' }
    const { paragraphs } = (await server.call('articleVersion.get', { params }, token)).ok.article
    const body = { paragraphs, isPublish: true, isKeepDraft: true, restoresVersion: 1 }
    await server.call('article.save', { params: { id: article.id }, body }, token)
    expect(await tagsOf(article.id)).toEqual(['wiring', 'meter'])
  })

  test('counts as unpublished while the hash of both rows is unknown', async () => {
    const { article, tagged } = await publishWith([])
    const draft = (await saveDraft(article.id, { paragraphs: tagged(['wiring']) })).ok.article
    await db.updateTable('articles').set({ hash: null }).where('id', 'in', [article.id, draft.id]).execute()
    expect((await read(article.id)).draft?.id).toBe(draft.id)
    const listed = (await server.call('draft.list', {}, token)).ok.articles
    expect(listed.map(({ id }) => id)).toContain(draft.id)
    await cleanUpIdleDrafts(db, new Date(Date.now() + 60 * 60_000))
    await publish(draft.id)
    expect(await tagsOf(article.id)).toEqual(['wiring'])
  })
})

test('makes an article with a duration a video article in the order of its workspace', async () => {
  const article = await buildArticle(db, { workspace, duration: 1000 })
  const { articles } = (await server.call('workspace.browse', { params: { workspaceId: workspace.id } }, token)).ok
  expect(articles.find(({ id }) => id === article.id)?.duration).toBe(1000)
})
