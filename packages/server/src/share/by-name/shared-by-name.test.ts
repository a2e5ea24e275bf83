import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'

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
