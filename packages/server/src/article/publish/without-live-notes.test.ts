import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft } from '../article.builder.ts'

const server = await startTestServer({ roles: ['api'] })
const { db } = server
const company = await buildCompany(db)
const author = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner: author })
const token = await server.signIn(author, company)

test('a process that does not hold the live notes ends no draft', async () => {
  const article = await buildArticle(db, { workspace, author })
  const draft = await buildDraft(db, { workspace, author })
  const params = { id: draft.id }
  const refused = [
    await server.call('article.save', { params, body: { isPublish: true } }, token),
    await server.call('draft.discard', { params, body: {} }, token),
    await server.call('draft.remove', { params }, token),
    await server.call('article.remove', { params: { id: article.id } }, token),
  ]
  expect(refused.map(({ status, error }) => [status, error.code])).toEqual(refused.map(() => [503, 'unavailable']))
  expect((await server.call('draft.get', { params }, token)).status).toBe(200)
})
