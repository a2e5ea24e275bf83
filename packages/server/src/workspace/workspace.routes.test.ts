import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { createPersonalWorkspace } from './create-workspace.ts'
import { buildWorkspace, grantWorkspaceRole } from './workspace.builder.ts'
import { purgeWorkspaces } from './workspace.queries.ts'

const server = await startTestServer()
const { db } = server

async function signInMember(company?: BuiltCompany) {
  const home = company ?? (await buildCompany(db))
  const user = await buildMember(db, home)
  return { company: home, user, token: await server.signIn(user, home) }
}

const list = async (token: string) => (await server.call('workspace.list', {}, token)).ok.items
const get = async (id: string, token: string) =>
  (await server.call('workspace.get', { params: { id } }, token)).ok.workspace

describe('the list of workspaces', () => {
  it('contains the personal one and, if there is nothing else, one created for the first visit', async () => {
    const { token } = await signInMember()
    expect(await list(token)).toMatchObject([
      { title: 'My Private Workspace', visibility: 'private', role: 'owner', articlesCount: 0 },
      { title: 'Personal', visibility: 'personal' },
    ])
  })

  it('creates the first workspace once, however many first visits are concurrent', async () => {
    const { token } = await signInMember()
    const lists = await Promise.all(Array.from({ length: 8 }, () => list(token)))
    const ids = new Set(
      lists.flatMap((items) => items.filter(({ visibility }) => visibility === 'private').map(({ id }) => id)),
    )
    expect(ids.size).toBe(1)
  })

  it('creates no first workspace for someone who already sees one', async () => {
    const company = await buildCompany(db)
    const shared = await buildWorkspace(db, { company, visibility: 'organization' })
    const { token } = await signInMember(company)
    const items = await list(token)
    expect(items.map(({ visibility }) => visibility).toSorted()).toEqual(['organization', 'personal'])
    expect(items.map(({ id }) => id)).toContain(shared.id)
  })

  it('creates one for someone who sees no other than that of the company', async () => {
    const founder = await buildUser(db)
    const { ok } = await server.call(
      'company.create',
      { body: { title: 'Halden Systems' } },
      await server.signIn(founder, null),
    )
    const member = await buildMember(db, ok.company)
    const items = await list(await server.signIn(member, ok.company))
    expect(items).toMatchObject([
      { title: 'My Private Workspace', visibility: 'private', role: 'owner' },
      { title: 'Personal', visibility: 'personal' },
      { title: 'Halden Systems', visibility: 'organization', abilities: { editArticles: false } },
    ])
  })

  it('is sorted newest first, with author, favourites and the number of published articles', async () => {
    const { company, user, token } = await signInMember()
    const older = await buildWorkspace(db, { company, owner: user, title: 'Older', createdAt: new Date('2026-01-01') })
    const newer = await buildWorkspace(db, { company, owner: user, title: 'Newer', createdAt: new Date('2026-02-01') })
    await buildArticle(db, { workspace: older, author: user, title: 'One' })
    const two = await buildArticle(db, { workspace: older, author: user, title: 'Two' })
    await buildArticle(db, { workspace: older, author: user, title: 'Old', isArchived: true })
    await buildDraft(db, { original: two, author: user, title: 'Two, changed' })
    await server.call('workspace.favorite', { params: { id: older.id }, body: { isFavorite: true } }, token)
    const items = (await list(token)).filter(({ visibility }) => visibility === 'private')
    expect(items).toMatchObject([
      { id: newer.id, slug: 'newer', isFavorite: false, articlesCount: 0 },
      { id: older.id, slug: 'older', isFavorite: true, articlesCount: 2, author: { id: user.id, name: 'Ines Okafor' } },
    ])
    expect(items[0]).not.toHaveProperty('order')
  })

  it('never shows deleted ones, and nothing of another company', async () => {
    const { company, user, token } = await signInMember()
    const deleted = await buildWorkspace(db, { company, owner: user, deletedAt: new Date() })
    const elsewhere = await buildWorkspace(db, { owner: user })
    const ids = (await list(token)).map(({ id }) => id)
    expect(ids).not.toContain(deleted.id)
    expect(ids).not.toContain(elsewhere.id)
  })
})

describe('the personal workspace', () => {
  it('is created with the membership and stays the only one, however often it is requested', async () => {
    const { company, user, token } = await signInMember()
    const ask = () =>
      db.transaction().execute((trx) => createPersonalWorkspace(trx, { companyId: company.id, userId: user.id }))
    const ids = await Promise.all([ask(), ask(), ask()])
    const personal = (await list(token)).filter(({ visibility }) => visibility === 'personal')
    expect(personal.map(({ id }) => id)).toEqual([ids[0]])
    expect(new Set(ids).size).toBe(1)
    const row = await db.selectFrom('workspaces').where('id', '=', ids[0]).select('title').executeTakeFirstOrThrow()
    expect(row.title).toBe(`PW_${user.id}`)
  })

  it('cannot be renamed, opened, archived or deleted', async () => {
    const { token } = await signInMember()
    const id = (await list(token)).find(({ visibility }) => visibility === 'personal')?.id ?? ''
    const params = { id }
    const refusals = [
      await server.call('workspace.save', { params, body: { title: 'Mine' } }, token),
      await server.call('workspace.save', { params, body: { visibility: 'public' } }, token),
      await server.call('workspace.setArchived', { params, body: { isArchived: true } }, token),
      await server.call('workspace.remove', { params }, token),
    ]
    for (const refusal of refusals) {
      expect(refusal.status).toBe(422)
      expect(refusal.error.code).toBe('personal_workspace_fixed')
    }
    expect(await get(id, token)).toMatchObject({ title: 'Personal', visibility: 'personal', isArchived: false })
  })
})

describe('creating a workspace', () => {
  it('is open to any active member, who owns it; it is private', async () => {
    const { company, user, token } = await signInMember()
    const { ok } = await server.call('workspace.create', { body: { title: '  Field installation ', id: null } }, token)
    expect(ok.workspace).toMatchObject({
      title: 'Field installation',
      slug: 'field-installation',
      description: '',
      visibility: 'private',
      company: company.id,
      role: 'owner',
      author: { id: user.id },
      order: [],
      orderRevision: 0,
    })
    expect(await get(ok.workspace.shortId, token)).toEqual(ok.workspace)
    const byShortId = await server.call('workspace.getByShortId', { params: { shortId: ok.workspace.shortId } }, token)
    expect(byShortId.ok.workspace).toEqual(ok.workspace)
  })

  it.each([
    ['a blank title', { title: ' ' }, 'title', 'The workspace title is required'],
    ['no title', {}, 'title', 'The workspace title is required'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title', undefined],
    ['a title that cannot be kept', { title: 'a\ud800b' }, 'title', undefined],
    ['the personal visibility', { title: 'Mine', visibility: 'personal' }, 'visibility', undefined],
    ['a description of 2,001 characters', { title: 'Mine', description: 'x'.repeat(2001) }, 'description', undefined],
    ['an id', { title: 'Mine', id: '01990000-0000-7000-8000-000000000000' }, 'id', undefined],
    ['a field it does not know', { title: 'Mine', owner: 'me' }, 'owner', 'Unknown field'],
  ])('refuses %s', async (_, body, field, message) => {
    const { token } = await signInMember()
    const refusal = await server.call('workspace.create', { body: body as { title: string } }, token)
    expect(refusal.status).toBe(422)
    expect(refusal.error.errors?.[0]).toMatchObject({ field, ...(message && { message }) })
  })
})

describe('saving a workspace', () => {
  it('changes only the field that is sent', async () => {
    const { company, user, token } = await signInMember()
    const workspace = await buildWorkspace(db, { company, owner: user, title: 'Before', description: 'Kept' })
    const params = { id: workspace.shortId }
    const { ok } = await server.call('workspace.save', { params, body: { id: workspace.id, title: 'After' } }, token)
    expect(ok.workspace).toMatchObject({ title: 'After', slug: 'after', description: 'Kept', visibility: 'private' })
    const opened = await server.call('workspace.save', { params, body: { visibility: 'organization' } }, token)
    expect(opened.ok.workspace).toMatchObject({ title: 'After', visibility: 'organization' })
    const same = await server.call('workspace.save', { params, body: {} }, token)
    expect(same.ok.workspace).toEqual(opened.ok.workspace)
  })

  it('refuses the id of another workspace and the personal visibility', async () => {
    const { company, user, token } = await signInMember()
    const workspace = await buildWorkspace(db, { company, owner: user })
    const other = await buildWorkspace(db, { company, owner: user, title: 'Other' })
    const params = { id: workspace.id }
    const refusal = await server.call('workspace.save', { params, body: { id: other.id, title: 'Mixed up' } }, token)
    expect(refusal.status).toBe(422)
    expect(refusal.error.errors).toEqual([{ field: 'id', message: 'This is the id of another workspace' }])
    const personal = { params, body: { visibility: 'personal' as 'private' } }
    expect((await server.call('workspace.save', personal, token)).status).toBe(422)
    expect((await get(other.id, token)).title).toBe('Other')
  })

  it('is refused while the workspace is archived', async () => {
    const { company, user, token } = await signInMember()
    const workspace = await buildWorkspace(db, { company, owner: user, isArchived: true })
    const refusal = await server.call('workspace.save', { params: { id: workspace.id }, body: { title: 'New' } }, token)
    expect(refusal.error.code).toBe('workspace_archived')
  })

  it('removes it from a company admin without a role who makes it private', async () => {
    const company = await buildCompany(db)
    const creator = await buildMember(db, company)
    const workspace = await buildWorkspace(db, { company, owner: creator, visibility: 'organization' })
    const token = await server.signIn(company.owner, company)
    const params = { id: workspace.id }
    const { ok } = await server.call('workspace.save', { params, body: { visibility: 'private' } }, token)
    expect(ok.workspace).toMatchObject({ visibility: 'private', role: null })
    expect(Object.values(ok.workspace.abilities)).not.toContain(true)
    expect((await server.call('workspace.get', { params }, token)).status).toBe(404)
  })
})

describe('favourites', () => {
  it('belong to each person, and marking twice is harmless', async () => {
    const company = await buildCompany(db)
    const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
    const ines = await signInMember(company)
    const jonas = await signInMember(company)
    const mark = (isFavorite: boolean) =>
      server.call('workspace.favorite', { params: { id: workspace.id }, body: { isFavorite } }, ines.token)
    await mark(true)
    expect((await mark(true)).ok.workspace.isFavorite).toBe(true)
    expect((await get(workspace.id, jonas.token)).isFavorite).toBe(false)
    expect((await mark(false)).ok.workspace.isFavorite).toBe(false)
    expect((await mark(false)).ok.workspace.isFavorite).toBe(false)
  })
})

describe('archiving a workspace', () => {
  it('is undone by unarchiving, and repeating it is harmless', async () => {
    const { company, user, token } = await signInMember()
    const workspace = await buildWorkspace(db, { company, owner: user })
    const set = async (isArchived: boolean) => {
      const answer = await server.call(
        'workspace.setArchived',
        { params: { id: workspace.id }, body: { isArchived } },
        token,
      )
      return answer.ok.workspace.isArchived
    }
    expect([await set(true), await set(true), await set(false), await set(false)]).toEqual([true, true, false, false])
  })

  it('is forbidden for editors', async () => {
    const company = await buildCompany(db)
    const workspace = await buildWorkspace(db, { company })
    const { user, token } = await signInMember(company)
    await grantWorkspaceRole(db, { workspace, user, role: 'editor' })
    const params = { id: workspace.id }
    expect((await server.call('workspace.setArchived', { params, body: { isArchived: true } }, token)).status).toBe(403)
    expect((await server.call('workspace.remove', { params }, token)).status).toBe(403)
    expect((await server.call('workspace.save', { params, body: { title: 'Mine' } }, token)).status).toBe(403)
  })
})

describe('deleting a workspace', () => {
  it('hides it with all its articles and their drafts', async () => {
    const { company, user, token } = await signInMember()
    const workspace = await buildWorkspace(db, { company, owner: user })
    const article = await buildArticle(db, { workspace, author: user, title: 'Published' })
    const draft = await buildDraft(db, { original: article, author: user, title: 'Changed' })
    const params = { id: workspace.id }
    const readArticle = () => server.call('article.get', { params: { id: article.id } }, token)
    const readDraft = () => server.call('draft.get', { params: { id: draft.id } }, token)
    expect([(await readArticle()).status, (await readDraft()).status]).toEqual([200, 200])
    expect((await server.call('workspace.remove', { params }, token)).ok).toEqual({ success: true })
    expect((await server.call('workspace.get', { params }, token)).status).toBe(404)
    expect((await server.call('workspace.remove', { params }, token)).status).toBe(404)
    expect([(await readArticle()).status, (await readDraft()).status]).toEqual([404, 404])
  })

  it('leaves drafts that were never published with their authors', async () => {
    const { company, user, token } = await signInMember()
    const workspace = await buildWorkspace(db, { company, owner: user })
    const draft = await buildDraft(db, { workspace, author: user, title: 'Not yet ready' })
    await server.call('workspace.remove', { params: { id: workspace.id } }, token)
    const { ok } = await server.call('draft.get', { params: { id: draft.id } }, token)
    expect(ok.article).toMatchObject({ title: 'Not yet ready', workspace: null })
  })

  it('becomes permanent when 30 days have passed and its articles are gone', async () => {
    const company = await buildCompany(db)
    const now = Date.now()
    const daysAgo = (days: number) => new Date(now - days * 86_400_000)
    const [old, young, alive, full] = await Promise.all([1, 2, 3, 4].map(() => buildWorkspace(db, { company })))
    const draft = await buildDraft(db, { workspace: old, author: company.owner, title: 'Not yet ready' })
    await buildArticle(db, { workspace: full, author: company.owner, title: 'Not purged yet' })
    const markDeleted = (workspace: { id: string } | undefined, deletedAt: Date) =>
      db
        .updateTable('workspaces')
        .set({ deleted_at: deletedAt })
        .where('id', '=', workspace?.id ?? '')
        .execute()
    await Promise.all([markDeleted(old, daysAgo(31)), markDeleted(young, daysAgo(29)), markDeleted(full, daysAgo(31))])
    await purgeWorkspaces(db, daysAgo(30))
    const ids = [old, young, alive, full].map((workspace) => workspace?.id ?? '')
    const left = await db.selectFrom('workspaces').where('id', 'in', ids).select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual(ids.slice(1).toSorted())
    const kept = await db.selectFrom('articles').where('id', '=', draft.id).select('workspace_id').executeTakeFirst()
    expect(kept).toEqual({ workspace_id: null })
  })
})
