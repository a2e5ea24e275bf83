/** Links and shares when articles and people move. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const workspace = await buildWorkspace(db, { company })
const token = await server.signIn(company.owner, company)

type Entity = { type: 'user' | 'group' | 'invited'; id: string; email?: string; mayComment?: boolean }
const add = (id: string, ...entities: Entity[]) =>
  server.call('share.addEntities', { params: { id }, body: { entities } }, token)
const entitiesOf = async (id: string) =>
  (await server.call('share.entities', { params: { id } }, token)).ok.entities.map((one) => [one.type, one.id])
const linkOf = async (id: string) =>
  (await server.call('share.save', { params: { id }, body: { shared: true } }, token)).ok.sharedData.token ?? ''
const opens = async (link: string) =>
  (await server.call('sharedBrowse.open', { params: { token: link }, query: {} })).status === 200

async function invite() {
  const id = newId()
  const invitation = { id, email: `invited-${id}@example.com`, token: randomBytes(32).toString('base64url') }
  await db
    .insertInto('invitations')
    .values({
      id,
      company_id: company.id,
      email: invitation.email,
      first_name: 'Noor',
      last_name: 'Haddad',
      role: 'user',
      token_hash: createHash('sha256').update(invitation.token).digest(),
      invited_by: company.owner.id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return invitation
}

test('another workspace of the company keeps them, another company does not', async () => {
  const { id } = await buildArticle(db, { workspace })
  const reader = await buildMember(db, company)
  const link = await linkOf(id)
  await add(id, { type: 'user', id: reader.id })
  const aside = await buildWorkspace(db, { company })
  const transfer = (companyId: string, workspaceId: string) =>
    server.call('article.transfer', { params: { id }, body: { companyId, workspaceId } }, token)
  expect((await transfer(company.id, aside.id)).status).toBe(200)
  expect(await opens(link)).toBe(true)
  expect(await entitiesOf(id)).toEqual([['user', reader.id]])
  const other = await buildWorkspace(db, { company: await buildCompany(db, { owner: company.owner }) })
  expect((await transfer(other.companyId, other.id)).status).toBe(200)
  expect(await opens(link)).toBe(false)
  expect(await db.selectFrom('article_shares').where('article_id', '=', id).selectAll().execute()).toEqual([])
})

test('merging keeps those of the target, and a copy has none', async () => {
  const [left, target] = [await buildArticle(db, { workspace }), await buildArticle(db, { workspace })]
  const [leftLink, targetLink] = [await linkOf(left.id), await linkOf(target.id)]
  const body = { articleId: left.id, targetId: target.id }
  expect((await server.call('article.merge', { body }, token)).status).toBe(200)
  expect([await opens(leftLink), await opens(targetLink)]).toEqual([false, true])
  const copy = (await server.call('article.duplicate', { body: { articleId: target.id } }, token)).ok.article
  expect(copy).toMatchObject({ shared: null, sharedUserGroup: { entities: [] } })
})

test('an invited address becomes its person once they join', async () => {
  const { id } = await buildArticle(db, { workspace })
  const invitation = await invite()
  const entity = { type: 'invited' as const, id: invitation.id, email: invitation.email, mayComment: false }
  expect((await add(id, entity)).ok.entities).toMatchObject([
    { type: 'invited', id: invitation.id, name: 'Noor Haddad', email: invitation.email },
  ])
  const body = { password: 'correct horse battery' }
  const joined = await server.call('invitation.accept', { params: { token: invitation.token }, body })
  const user = await db.selectFrom('users').where('email', '=', invitation.email).select('id').executeTakeFirstOrThrow()
  expect(await entitiesOf(id)).toEqual([['user', user.id]])
  const link = await server.call('share.token', { params: { id }, query: { isPrivate: '1' } }, token)
  const opened = await server.call(
    'sharedBrowse.openPrivate',
    { params: { token: link.ok.token ?? '' } },
    joined.ok.token,
  )
  expect(opened.status).toBe(200)
  expect(opened.ok.article.abilities.comment, 'what was chosen for the invited address').toBe(false)
})

test('an invited address is removed by the id of its invitation', async () => {
  const { id } = await buildArticle(db, { workspace })
  const { id: entityId, email } = await invite()
  await add(id, { type: 'invited', id: entityId, email })
  const remove = () => server.call('share.removeEntity', { params: { id }, body: { entityId } }, token)
  expect((await remove()).status).toBe(200)
  expect(await entitiesOf(id)).toEqual([])
  expect((await remove()).status).toBe(404)
})

test('withdrawing an invitation removes its shares', async () => {
  const { id } = await buildArticle(db, { workspace })
  const invitation = await invite()
  await add(id, { type: 'invited', id: invitation.id })
  await server.call('invitation.withdraw', { params: { id: invitation.id } }, token)
  expect(await entitiesOf(id)).toEqual([])
})

test('a person who was removed from the company and returns has none of the earlier shares', async () => {
  const { id } = await buildArticle(db, { workspace })
  const reader = await buildMember(db, company)
  const group = await buildGroup(db, { company, members: [reader] })
  await add(id, { type: 'user', id: reader.id }, { type: 'group', id: group.id })
  expect((await server.call('companyUser.remove', { params: { id: reader.id } }, token)).status).toBe(200)
  await buildMember(db, company, { user: reader })
  expect(await entitiesOf(id)).toEqual([['group', group.id]])
  const link = await server.call('share.token', { params: { id }, query: { isPrivate: '1' } }, token)
  const by = await server.signIn(reader, company)
  const opened = await server.call('sharedBrowse.openPrivate', { params: { token: link.ok.token ?? '' } }, by)
  expect(opened.status).toBe(404)
})

test('recipients are notified once, with the link through which they read the article', async () => {
  const { id } = await buildArticle(db, { workspace, title: 'For you' })
  const reader = await buildMember(db, company)
  await add(id, { type: 'user', id: reader.id })
  await add(id, { type: 'user', id: reader.id })
  const by = await server.signIn(reader, company)
  const { notifications } = (await server.call('notification.list', { query: {} }, by)).ok
  expect(notifications).toHaveLength(1)
  const sharedToken = notifications[0]?.payload.sharedToken ?? ''
  expect(notifications[0]).toMatchObject({ type: 'article_shared', payload: { articleTitle: 'For you' } })
  expect((await server.call('sharedBrowse.openPrivate', { params: { token: sharedToken } }, by)).status).toBe(200)
})
