import { newId } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildGroup } from '../../group/group.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server

const company = await buildCompany(db)
const named = await buildMember(db, company)
const stranger = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, visibility: 'private' })
const article = await buildArticle(db, { workspace })
const [owner, namedToken, strangerToken] = [
  await server.signIn(company.owner, company),
  await server.signIn(named, company),
  await server.signIn(stranger, company),
]
const askToken = (id: string, by: string) =>
  server.call('share.token', { params: { id }, query: { isPrivate: '1' } }, by)
const askPublicToken = (id: string, by: string) => server.call('share.token', { params: { id }, query: {} }, by)

test('a recipient gets the private link of an article they see nowhere else, until the share ends', async () => {
  expect((await askToken(article.id, namedToken)).status).toBe(404)
  const params = { id: article.id }
  const body = { entities: [{ type: 'user' as const, id: named.id }] }
  const shared = (await server.call('share.addEntities', { params, body }, owner)).ok.entities
  const { token } = (await askToken(article.id, namedToken)).ok
  expect((await askToken(article.shortId, namedToken)).ok.token).toBe(token)
  expect((await askPublicToken(article.id, namedToken)).ok.token).toBeNull()
  expect((await askToken(article.id, strangerToken)).status).toBe(404)

  const page = await server.call('sharedBrowse.openPrivate', { params: { token: token ?? '' } }, namedToken)
  expect(page.ok.article.id).toBe(article.id)

  const entityId = shared[0]?.shareId ?? ''
  await server.call('share.removeEntity', { params, body: { entityId } }, owner)
  expect((await askToken(article.id, namedToken)).status).toBe(404)
})

describe('what a recipient may do', () => {
  const add = (id: string, entities: { type: 'user' | 'group'; id: string; mayComment?: boolean }[]) =>
    server.call('share.addEntities', { params: { id }, body: { entities } }, owner)
  const change = (id: string, body: { entityId: string; mayComment: boolean }, by = owner) =>
    server.call('share.updateEntity', { params: { id }, body }, by)
  const levels = async (id: string) =>
    (await server.call('share.entities', { params: { id } }, owner)).ok.entities.map((one) => one.mayComment)
  const write = async (articleId: string) => {
    const body = { newComment: { content: '<p>Hello</p>' } }
    return (await server.call('comment.create', { params: { articleId }, body }, namedToken)).status
  }
  /** The ability on the page of the private link. */
  const showsBox = async (id: string) => {
    const { token } = (await askToken(id, namedToken)).ok
    const page = await server.call('sharedBrowse.openPrivate', { params: { token: token ?? '' } }, namedToken)
    return page.ok.article.abilities.comment
  }

  test('is to comment, unless it is limited to viewing; adding again changes nothing', async () => {
    const { id } = await buildArticle(db, { workspace })
    const group = await buildGroup(db, { company })
    const added = await add(id, [
      { type: 'user', id: named.id },
      { type: 'group', id: group.id, mayComment: false },
    ])
    expect(added.ok.entities.map(({ mayComment }) => mayComment)).toEqual([true, false])
    expect([await write(id), await showsBox(id)]).toEqual([200, true])
    await add(id, [{ type: 'user', id: named.id, mayComment: false }])
    expect(await levels(id)).toEqual([true, false])
    const article = await server.call('article.get', { params: { id } }, owner)
    expect(article.ok.article.sharedUserGroup?.entities.map(({ mayComment }) => mayComment)).toEqual([true, false])
  })

  test('changes with the next call, in both directions, and the audit log names it', async () => {
    const { id } = await buildArticle(db, { workspace })
    const share = (await add(id, [{ type: 'user', id: named.id }])).ok.entities[0]
    for (const [mayComment, status] of [
      [false, 403],
      [true, 200],
      [true, 200],
    ] as const) {
      expect((await change(id, { entityId: share?.shareId ?? '', mayComment })).status).toBe(200)
      expect([await levels(id), await write(id), await showsBox(id)]).toEqual([[mayComment], status, mayComment])
    }
    expect((await change(id, { entityId: named.id, mayComment: false })).status).toBe(200)
    expect(await write(id)).toBe(403)
    const { entries } = (await server.call('audit.list', { query: {} }, owner)).ok
    expect(entries[0]).toMatchObject({
      action: 'article_share_changed',
      subject: { kind: 'article', id },
      details: { entityId: named.id, mayComment: false },
    })
    // The first notification stays the only one.
    const { notifications } = (await server.call('notification.list', { query: {} }, namedToken)).ok
    expect(notifications.filter(({ payload }) => payload.articleId === id)).toHaveLength(1)
  })

  test('is changed by those who may share the article, and only for its own shares', async () => {
    const [{ id }, other] = [await buildArticle(db, { workspace }), await buildArticle(db, { workspace })]
    const share = (await add(id, [{ type: 'user', id: named.id }])).ok.entities[0]?.shareId ?? ''
    const body = { entityId: share, mayComment: false }
    expect((await change(id, body, namedToken)).status).toBe(404)
    expect((await change(id, body, strangerToken)).status).toBe(404)
    await grantWorkspaceRole(db, { workspace, user: stranger, role: 'viewer' })
    expect((await change(id, body, strangerToken)).status).toBe(403)
    for (const entityId of [share, named.id]) expect((await change(other.id, { ...body, entityId })).status).toBe(404)
    for (const entityId of [stranger.id, newId(), 'nobody'])
      expect((await change(id, { ...body, entityId })).status).toBe(404)
    expect(await levels(id)).toEqual([true])
  })
})
