import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server

const company = await buildCompany(db)
const person = await buildMember(db, company)
const token = await server.signIn(person, company)
const workspace = await buildWorkspace(db, { company, title: 'Support', visibility: 'private' })
await grantWorkspaceRole(db, { workspace, user: person, role: 'viewer' })

type Follow = 'followed' | 'muted' | null
const followArticle = (id: string, follow: Follow) =>
  server.call('notification.followArticle', { params: { id }, body: { follow } }, token)
const followWorkspace = (id: string, follow: Follow) =>
  server.call('notification.followWorkspace', { params: { id }, body: { follow } }, token)
const followed = async () => (await server.call('notification.follows', {}, token)).ok.follows

test('followed and muted subjects are listed until the choice is reset or access ends', async () => {
  expect(await followed()).toEqual([])
  const zebra = await buildArticle(db, { workspace, title: 'Zebra' })
  const alpha = await buildArticle(db, { workspace, title: 'alpha' })
  await followArticle(zebra.id, 'muted')
  await followArticle(alpha.id, 'followed')
  await followWorkspace(workspace.id, 'followed')
  const link = { shortId: workspace.shortId, slug: 'support', title: 'Support' }
  expect(await followed()).toEqual([
    { kind: 'workspace', id: workspace.id, ...link, follow: 'followed', workspace: null },
    expect.objectContaining({ kind: 'article', id: alpha.id, title: 'alpha', follow: 'followed', workspace: link }),
    expect.objectContaining({ kind: 'article', id: zebra.id, title: 'Zebra', follow: 'muted', workspace: link }),
  ])

  await followArticle(alpha.id, null)
  expect((await followed()).map(({ title }) => title)).toEqual(['Support', 'Zebra'])
  await db.deleteFrom('workspace_roles').where('user_id', '=', person.id).execute()
  expect(await followed()).toEqual([])
})

test('an article that is only shared by name is listed without its workspace', async () => {
  const hidden = await buildWorkspace(db, { company, visibility: 'private' })
  const article = await buildArticle(db, { workspace: hidden, title: 'What we pay' })
  const owner = await server.signIn(company.owner, company)
  const body = { entities: [{ type: 'user' as const, id: person.id }] }
  await server.call('share.addEntities', { params: { id: article.id }, body }, owner)
  await followArticle(article.id, 'followed')
  expect(await followed()).toEqual([
    expect.objectContaining({ kind: 'article', id: article.id, title: 'What we pay', workspace: null }),
  ])
})

test('drafts that were never published are not listed', async () => {
  const draft = await buildDraft(db, { author: person, company })
  await db.deleteFrom('article_follows').where('user_id', '=', person.id).execute()
  await db
    .insertInto('article_follows')
    .values({ user_id: person.id, article_id: draft.id, state: 'followed' })
    .execute()
  expect(await followed()).toEqual([])
})
