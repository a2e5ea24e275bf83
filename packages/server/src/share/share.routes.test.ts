import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import { buildWorkspace, grantGroupRole, grantWorkspaceRole } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [owner, viewer, colleague] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspace = await buildWorkspace(db, { company, owner })
await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
const [token, viewerToken] = [await server.signIn(owner, company), await server.signIn(viewer, company)]
const managerToken = await server.signIn(company.owner, company)

type Body = Parameters<typeof server.call<'share.save'>>[1]['body']
const trySave = (id: string, body: Body, by = token) => server.call('share.save', { params: { id }, body }, by)
const save = async (id: string, body: Body) => (await trySave(id, body)).ok.sharedData
const statusOf = async (link: string | null) =>
  (await server.call('sharedBrowse.open', { params: { token: link ?? '' }, query: {} })).status
const tokenOf = async (id: string, query: { isPrivate?: '1'; isFirstWorkspaceArticle?: '1' }, by = token) =>
  (await server.call('share.token', { params: { id }, query }, by)).ok.token

describe('a public link', () => {
  test('is created once, renewed so that the old one stops working, and deleted', async () => {
    const { id } = await buildArticle(db, { workspace })
    const made = await save(id, { shared: true, isWithSubArticles: true })
    expect(made).toMatchObject({ articleId: id, shared: true, privateToken: null, hasPassword: false, offBy: null })
    expect(made.token).toMatch(/^[0-9A-Za-z]{32}$/)
    expect((await save(id, { shared: true })).token).toBe(made.token)
    const renewed = await save(id, { shared: true, isRefreshToken: true })
    expect(renewed.token).not.toBe(made.token)
    expect(renewed.isWithSubArticles).toBe(true)
    expect([await statusOf(made.token), await statusOf(renewed.token)]).toEqual([404, 200])
    const deleted = await save(id, { shared: false })
    expect(deleted).toMatchObject({ shared: false, token: null })
    expect(await statusOf(renewed.token)).toBe(404)
  })

  test('is visible to editors, and appears off to others', async () => {
    const { id } = await buildArticle(db, { workspace })
    expect(await tokenOf(id, {})).toBeNull()
    const { token: link } = await save(id, { shared: true })
    expect([await tokenOf(id, {}), await tokenOf(id, {}, viewerToken)]).toEqual([link, null])
    const article = (await server.call('article.get', { params: { id } }, token)).ok.article
    expect(article).toMatchObject({ shared: { token: link }, sharedUserGroup: { id, entities: [] } })
    const seen = (await server.call('article.get', { params: { id } }, viewerToken)).ok.article
    expect(seen).toMatchObject({ shared: null, sharedUserGroup: null })
  })

  test('ends at its expiry date, which must be in the future', async () => {
    const { id } = await buildArticle(db, { workspace })
    const past = new Date(Date.now() - 1000).toISOString()
    expect((await trySave(id, { shared: true, expiresAt: past })).error.code).toBe('expiry_past')
    expect((await server.call('share.get', { params: { id } }, token)).ok.shared.shared).toBe(false)
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const made = await save(id, { shared: true, expiresAt })
    expect(made.expiresAt).toBe(expiresAt)
    expect(await statusOf(made.token)).toBe(200)
    await db
      .updateTable('article_links')
      .set({ expires_at: new Date(past) })
      .where('article_id', '=', id)
      .execute()
    expect(await statusOf(made.token)).toBe(404)
    const renewed = await save(id, { shared: true, isRefreshToken: true })
    expect(renewed.expiresAt).toBeNull()
    expect([await statusOf(made.token), await statusOf(renewed.token)]).toEqual([404, 200])
    expect((await save(id, { expiresAt })).expiresAt).toBe(expiresAt)
    const again = await save(id, { shared: true, isRefreshToken: true })
    expect(again.expiresAt).toBe(expiresAt)
    expect((await save(id, { expiresAt: null })).expiresAt).toBeNull()
    expect(await statusOf(again.token)).toBe(200)
  })

  test('has options only if it exists, and cannot be created for a draft or anything archived', async () => {
    const { id } = await buildArticle(db, { workspace })
    expect((await trySave(id, { isWithSubArticles: true })).error.code).toBe('invalid_input')
    const archived = await buildArticle(db, { workspace, isArchived: true })
    expect((await trySave(archived.id, { shared: true })).error.code).toBe('article_archived')
    const draft = await buildDraft(db, { original: { id } })
    expect((await trySave(draft.id, { shared: true })).status).toBe(404)
  })

  test('counts its uses with their time, after the response', async () => {
    const { id } = await buildArticle(db, { workspace })
    const { token: link } = await save(id, { shared: true })
    expect(await statusOf(link)).toBe(200)
    const read = async () => (await server.call('share.get', { params: { id } }, token)).ok.shared.lastUsedAt
    await expect.poll(read).not.toBeNull()
    const { links } = (await server.call('share.links', { query: { workspaceId: workspace.shortId } }, token)).ok
    expect(links.find(({ article }) => article.id === id)).toMatchObject({ uses: 1, createdBy: { id: owner.id } })
  })
})

describe('the private link', () => {
  test('is created on the first request of anyone who sees the article, and can be renewed by editors', async () => {
    const { id } = await buildArticle(db, { workspace })
    const first = await tokenOf(id, { isPrivate: '1' }, viewerToken)
    expect(await tokenOf(id, { isPrivate: '1' })).toBe(first)
    const renewed = await save(id, { isPrivate: true, isRefreshToken: true })
    expect(renewed).toMatchObject({ shared: false, token: null })
    expect(renewed.privateToken).not.toBe(first)
    expect((await server.call('sharedBrowse.openPrivate', { params: { token: first ?? '' } }, token)).status).toBe(404)
  })

  test('of a workspace is that of its first article that is not archived', async () => {
    const ownWorkspace = await buildWorkspace(db, { company, owner })
    const asked = {
      params: { id: ownWorkspace.shortId },
      query: { isPrivate: '1', isFirstWorkspaceArticle: '1' } as const,
    }
    expect((await server.call('share.token', asked, token)).status).toBe(404)
    const shown = await buildArticle(db, { workspace: ownWorkspace })
    await buildArticle(db, { workspace: ownWorkspace, isArchived: true })
    const first = await tokenOf(ownWorkspace.id, { isPrivate: '1', isFirstWorkspaceArticle: '1' })
    expect(first).toBe(await tokenOf(shown.id, { isPrivate: '1' }))
    expect((await server.call('share.token', { ...asked, query: { isPrivate: '1' } }, token)).status).toBe(404)
  })
})

describe('switching links off', () => {
  test.each(['workspace', 'company'] as const)(
    'for a %s, no link opens or is made, and what was made stays',
    async (by) => {
      const own = await buildCompany(db)
      const ownWorkspace = await buildWorkspace(db, { company: own })
      const ownToken = await server.signIn(own.owner, own)
      const { id } = await buildArticle(db, { workspace: ownWorkspace })
      const made = (await trySave(id, { shared: true }, ownToken)).ok.sharedData.token
      const turn = async (isSharingOff: boolean) => {
        const body = { isSharingOff }
        if (by === 'company') return (await server.call('company.update', { body }, ownToken)).ok.company.isSharingOff
        return (await server.call('workspace.save', { params: { id: ownWorkspace.id }, body }, ownToken)).ok.workspace
          .isSharingOff
      }
      expect(await turn(true)).toBe(true)
      expect(await statusOf(made)).toBe(404)
      expect((await trySave(id, { isRefreshToken: true }, ownToken)).error.code).toBe('sharing_off')
      const other = await buildArticle(db, { workspace: ownWorkspace })
      expect((await trySave(other.id, { shared: true }, ownToken)).error.code).toBe('sharing_off')
      expect((await server.call('share.get', { params: { id } }, ownToken)).ok.shared).toMatchObject({
        offBy: by,
        token: made,
      })
      expect((await server.call('share.links', { query: {} }, ownToken)).ok.links).toEqual([])
      expect(await turn(false)).toBe(false)
      expect(await statusOf(made)).toBe(200)
    },
  )

  test('requires the right to manage it', async () => {
    const body = { isSharingOff: true }
    expect((await server.call('workspace.save', { params: { id: workspace.id }, body }, viewerToken)).status).toBe(403)
    expect((await server.call('company.update', { body }, viewerToken)).status).toBe(403)
  })
})

describe('the list of links', () => {
  test('contains those of workspaces where the caller edits, last used first, and none that opens nothing', async () => {
    const own = await buildCompany(db)
    const ownWorkspace = await buildWorkspace(db, { company: own })
    const ownToken = await server.signIn(own.owner, own)
    const ids = await Promise.all(
      ['first', 'second', 'archived', 'over'].map(async (title) => {
        const { id } = await buildArticle(db, { workspace: ownWorkspace, title })
        await trySave(id, { shared: true }, ownToken)
        return id
      }),
    )
    const [, second, archived, over] = ids
    const set = (id: string | undefined, change: object) =>
      db
        .updateTable('article_links')
        .set(change)
        .where('article_id', '=', id ?? '')
        .execute()
    await set(second, { last_used_at: new Date() })
    await set(over, { expires_at: new Date(0) })
    await db
      .updateTable('articles')
      .set({ is_archived: true })
      .where('id', '=', archived ?? '')
      .execute()
    const titlesFor = async (by: string) =>
      (await server.call('share.links', { query: {} }, by)).ok.links.map(({ article }) => article.title)
    expect(await titlesFor(ownToken)).toEqual(['second', 'first'])
    const reader = await buildMember(db, own)
    await grantWorkspaceRole(db, { workspace: ownWorkspace, user: reader, role: 'viewer' })
    expect(await titlesFor(await server.signIn(reader, own))).toEqual([])
    expect(await titlesFor(managerToken)).not.toContain('second')
  })
})

describe('a share by name', () => {
  const add = (
    id: string,
    entities: { type: 'user' | 'group' | 'invited'; id: string; email?: string }[],
    by = token,
  ) => server.call('share.addEntities', { params: { id }, body: { entities } }, by)

  test('with a group lets each of its people read, and the list shows their number', async () => {
    const { id } = await buildArticle(db, { workspace })
    const group = await buildGroup(db, { company, title: 'Roofers', members: [colleague] })
    const { entities } = (await add(id, [{ type: 'group', id: group.shortId }])).ok
    expect(entities).toMatchObject([{ type: 'group', id: group.id, name: 'Roofers', members: 1, email: null }])
    const link = (await tokenOf(id, { isPrivate: '1' })) ?? ''
    const by = await server.signIn(colleague, company)
    const opens = async () => (await server.call('sharedBrowse.openPrivate', { params: { token: link } }, by)).status
    expect(await opens()).toBe(200)
    await db.deleteFrom('group_members').where('group_id', '=', group.id).execute()
    expect(await opens()).toBe(404)
  })

  test('accepts nobody of another company, and is not created at all if one recipient is unknown', async () => {
    const { id } = await buildArticle(db, { workspace })
    const stranger = await buildCompany(db)
    const foreign = await buildGroup(db, { company: stranger })
    for (const [entity, code] of [
      [{ type: 'user', id: stranger.owner.id }, 'unknown_user'],
      [{ type: 'group', id: foreign.id }, 'unknown_group'],
      [{ type: 'invited', id: stranger.id }, 'unknown_user'],
    ] as const) {
      expect((await add(id, [{ type: 'user', id: colleague.id }, entity])).error.code).toBe(code)
    }
    expect((await server.call('share.entities', { params: { id } }, token)).ok.entities).toEqual([])
  })

  test('names who sees the article through its workspace to those who may share it, and to nobody else', async () => {
    const own = await buildCompany(db)
    const [author, editor, grouped, other] = [
      await buildMember(db, own),
      await buildMember(db, own),
      await buildMember(db, own),
      await buildMember(db, own),
    ]
    const home = await buildWorkspace(db, { company: own })
    await grantWorkspaceRole(db, { workspace: home, user: editor, role: 'editor' })
    await grantWorkspaceRole(db, { workspace: home, user: author, role: 'viewer' })
    const group = await buildGroup(db, { company: own, members: [grouped] })
    await grantGroupRole(db, { workspace: home, group, role: 'viewer' })
    const { id } = await buildArticle(db, { workspace: home, author })
    const audienceFor = async (user: typeof editor) =>
      (await server.call('share.entities', { params: { id } }, await server.signIn(user, own))).ok.audience

    const audience = await audienceFor(editor)
    expect(audience).toMatchObject({ isWholeCompany: false, groupIds: [group.id], emails: [] })
    expect(audience?.userIds.toSorted()).toEqual([own.owner.id, author.id, editor.id, grouped.id].toSorted())
    expect(audience?.userIds).not.toContain(other.id)
    expect(await audienceFor(author), 'an author who may not share').toBeUndefined()

    await db.updateTable('workspaces').set({ visibility: 'organization' }).where('id', '=', home.id).execute()
    expect(await audienceFor(editor)).toMatchObject({ isWholeCompany: true })
  })

  test("appears in the personal workspace of the recipient, and in the article's own, hidden workspace", async () => {
    const own = await buildCompany(db)
    const ownWorkspace = await buildWorkspace(db, { company: own, title: 'Secret plans' })
    const ownToken = await server.signIn(own.owner, own)
    const reader = await buildMember(db, own)
    const shared = await buildArticle(db, { workspace: ownWorkspace, title: 'For you' })
    await buildArticle(db, { workspace: ownWorkspace, title: 'Not for you' })
    await add(shared.id, [{ type: 'user', id: reader.id }], ownToken)
    const by = await server.signIn(reader, own)
    const { items } = (await server.call('workspace.list', { query: {} }, by)).ok
    const personal = items.find(({ visibility }) => visibility === 'personal')?.id ?? ''
    const listOf = async (id: string, withSharing: '1' | '0' = '1') => {
      const answer = await server.call('workspace.articles', { params: { id }, query: { withSharing } }, by)
      const { title, articles, sharedArticles } = answer.ok
      return { title, articles, shared: sharedArticles.map((one) => [one.title, one.workspace]) }
    }
    expect(await listOf(personal)).toEqual({ title: 'Personal', articles: [], shared: [['For you', null]] })
    expect(await listOf(personal, '0')).toMatchObject({ shared: [] })
    expect(await listOf(ownWorkspace.shortId)).toEqual({ title: null, articles: [], shared: [['For you', null]] })
    // Once they see the workspace, the article no longer counts as shared with them.
    await grantWorkspaceRole(db, { workspace: ownWorkspace, user: reader, role: 'viewer' })
    expect(await listOf(personal)).toMatchObject({ shared: [] })
    expect(await listOf(ownWorkspace.id)).toMatchObject({ title: 'Secret plans', shared: [] })
  })
})
