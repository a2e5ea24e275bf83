import { newKey, newShortId } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildArticle, buildDraft } from './article.builder.ts'
import { listAllowedConnections } from './ports/note-access.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [owner, editor, viewer, member] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const admin = await buildMember(db, company, { role: 'admin' })
const elsewhere = await buildCompany(db)
const tokens = {
  owner: await server.signIn(owner, company),
  editor: await server.signIn(editor, company),
  viewer: await server.signIn(viewer, company),
  member: await server.signIn(member, company),
  admin: await server.signIn(admin, company),
  stranger: await server.signIn(elsewhere.owner, elsewhere),
  guest: null,
}
type Who = keyof typeof tokens

async function newWorkspace(visibility: 'private' | 'organization' | 'public', isArchived = false) {
  const workspace = await buildWorkspace(db, { company, owner, visibility })
  await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  if (isArchived) await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', workspace.id).execute()
  return workspace
}

const get = (id: string, who: Who) => server.call('article.get', { params: { id } }, tokens[who])
const getDraft = (id: string, who: Who) => server.call('draft.get', { params: { id } }, tokens[who])
const statuses = async (ask: (who: Who) => Promise<{ status: number }>) =>
  Object.fromEntries(await Promise.all(Object.keys(tokens).map(async (who) => [who, (await ask(who as Who)).status])))

describe('a published article', () => {
  test.each([
    ['private', { owner: 200, editor: 200, viewer: 200, member: 404, admin: 404, stranger: 404, guest: 404 }],
    ['organization', { owner: 200, editor: 200, viewer: 200, member: 200, admin: 200, stranger: 404, guest: 404 }],
    ['public', { owner: 200, editor: 200, viewer: 200, member: 200, admin: 200, stranger: 200, guest: 200 }],
  ] as const)('in a %s workspace by those who see it', async (visibility, expected) => {
    const article = await buildArticle(db, { workspace: await newWorkspace(visibility) })
    expect(await statuses((who) => get(article.shortId, who))).toEqual(expected)
    expect(await statuses((who) => server.call('article.notes', { params: { id: article.id } }, tokens[who]))).toEqual(
      expected,
    )
  })

  test('in an archived workspace is readable by its editors; others learn the reason', async () => {
    const article = await buildArticle(db, { workspace: await newWorkspace('public', true) })
    expect(await statuses((who) => get(article.id, who))).toEqual({
      owner: 200,
      editor: 200,
      viewer: 422,
      member: 422,
      admin: 200,
      stranger: 422,
      guest: 422,
    })
    expect((await get(article.id, 'guest')).error.code).toBe('workspace_archived')
  })

  test('of a deactivated company is not readable from outside', async () => {
    const closed = await buildCompany(db, { isActivated: false })
    const article = await buildArticle(db, {
      workspace: await buildWorkspace(db, { company: closed, visibility: 'public' }),
    })
    expect([(await get(article.id, 'guest')).status, (await get(article.id, 'stranger')).status]).toEqual([404, 404])
  })

  test('carries email addresses only for signed-in members of its company', async () => {
    const article = await buildArticle(db, { workspace: await newWorkspace('public') })
    expect((await get(article.id, 'member')).ok.article.author?.email).toBe(owner.email)
    for (const who of ['guest', 'stranger'] as const) {
      const { author, draft, abilities } = (await get(article.id, who)).ok.article
      expect(author).toMatchObject({ firstName: owner.firstName, email: null })
      expect(draft).toBeNull()
      expect(Object.values(abilities)).toEqual([false, false, false, false, false, false])
    }
  })

  test('carries the abilities of the reader', async () => {
    const article = await buildArticle(db, { workspace: await newWorkspace('organization') })
    const abilitiesOf = async (who: Who) => (await get(article.id, who)).ok.article.abilities
    expect(await abilitiesOf('member')).toEqual({
      editWorkspace: false,
      deleteWorkspace: false,
      editArticles: false,
      manage: false,
      downloadRecording: false,
      comment: true,
    })
    expect(await abilitiesOf('editor')).toEqual({
      editWorkspace: false,
      deleteWorkspace: false,
      editArticles: true,
      manage: false,
      downloadRecording: false,
      comment: true,
    })
    expect(await abilitiesOf('admin')).toEqual({
      editWorkspace: true,
      deleteWorkspace: true,
      editArticles: true,
      manage: true,
      downloadRecording: true,
      comment: true,
    })
  })

  test('is not found under an id that is a draft, deleted or unknown', async () => {
    const workspace = await newWorkspace('public')
    const draft = await buildDraft(db, { workspace, author: owner })
    const deleted = await buildArticle(db, { workspace, deletedAt: new Date() })
    for (const id of [draft.id, deleted.id, newShortId(), 'workspaces', `${draft.id}'--`]) {
      expect((await get(id, 'owner')).status).toBe(404)
    }
  })
})

describe('a draft', () => {
  test('that was never published is open to its author and the editors of its workspace', async () => {
    const workspace = await newWorkspace('public')
    const draft = await buildDraft(db, { workspace, author: member })
    expect(await statuses((who) => getDraft(draft.shortId, who))).toEqual({
      owner: 200,
      editor: 200,
      viewer: 404,
      member: 200,
      admin: 200,
      stranger: 404,
      guest: 401,
    })
  })

  test('without a workspace, or in a personal one, is open to its author only', async () => {
    const personal = await db
      .selectFrom('workspaces')
      .where('owner_id', '=', owner.id)
      .where('visibility', '=', 'personal')
      .select('id')
      .executeTakeFirstOrThrow()
    const drafts = [
      await buildDraft(db, { workspace: null, company, author: owner }),
      await buildDraft(db, { workspace: personal, author: owner }),
    ]
    for (const draft of drafts) {
      const seen = await statuses((who) => getDraft(draft.id, who))
      expect(seen).toMatchObject({ owner: 200, editor: 404, admin: 404, stranger: 404 })
    }
  })

  test('of a published article is open to those who may edit the article, until they lose that right', async () => {
    const workspace = await newWorkspace('organization')
    const article = await buildArticle(db, { workspace })
    const draft = await buildDraft(db, { original: article, author: member, title: 'Changed' })
    expect(await statuses((who) => getDraft(draft.id, who))).toMatchObject({
      owner: 200,
      editor: 200,
      viewer: 404,
      member: 404,
      admin: 200,
    })
  })

  test('that would move its article is not open to the editors of the target workspace', async () => {
    const article = await buildArticle(db, { workspace: await buildWorkspace(db, { company, owner }) })
    const target = await newWorkspace('private')
    const draft = await buildDraft(db, { original: article, workspace: target, author: owner })
    expect((await getDraft(draft.id, 'editor')).status).toBe(404)
    expect((await getDraft(draft.id, 'owner')).ok.article.workspace?.id).toBe(target.id)
  })

  test('in an archived workspace is readable, and can be changed only by the author of a never published one', async () => {
    const workspace = await newWorkspace('private')
    const [fresh, original] = [
      await buildDraft(db, { workspace, author: editor }),
      await buildArticle(db, { workspace }),
    ]
    const draft = await buildDraft(db, { original, title: 'Changed' })
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', workspace.id).execute()
    const save = async (id: string, who: Who) =>
      (await server.call('article.saveDraft', { params: { id }, body: { title: 'x' } }, tokens[who])).status
    expect((await getDraft(draft.id, 'editor')).ok.article.abilities.editArticles).toBe(false)
    expect([await save(draft.id, 'editor'), await save(original.id, 'owner')]).toEqual([403, 403])
    expect([await save(fresh.id, 'editor'), await save(fresh.id, 'owner')]).toEqual([200, 403])
  })

  test('of another company of mine is open only while I am in that company', async () => {
    const company2 = await buildCompany(db, { owner })
    const draft = await buildDraft(db, { workspace: null, company: company2, author: owner })
    expect((await getDraft(draft.id, 'owner')).status).toBe(404)
    const there = await server.signIn(owner, company2)
    expect((await server.call('draft.get', { params: { id: draft.id } }, there)).status).toBe(200)
  })
})

test('opens its live documents to those who may edit it, also in a bulk check', async () => {
  const workspace = await newWorkspace('organization')
  const article = await buildArticle(db, { workspace })
  const drafts = {
    fresh: await buildDraft(db, { workspace, author: member, textTabs: [{ id: newKey() }] }),
    ofArticle: await buildDraft(db, { original: article, author: owner }),
    article,
  }
  const people = { owner, editor, viewer, member, admin, stranger: elsewhere.owner }
  const connections = Object.entries(people).flatMap(([who, user]) =>
    Object.entries(drafts).map(([what, { id }]) => ({
      id: `${who} ${what}`,
      articleId: id,
      actor: {
        sessionId: crypto.randomUUID(),
        userId: user.id,
        isSuperAdmin: false,
        company: {
          id: who === 'stranger' ? elsewhere.id : company.id,
          isActivated: true,
          isPaid: true,
          role: who === 'admin' ? ('admin' as const) : ('user' as const),
          status: 'active' as const,
        },
      },
    })),
  )
  expect([...(await listAllowedConnections(db, connections))].toSorted()).toEqual([
    'admin fresh',
    'admin ofArticle',
    'editor fresh',
    'editor ofArticle',
    'member fresh',
    'owner fresh',
    'owner ofArticle',
  ])
})
