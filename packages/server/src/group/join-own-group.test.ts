import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { buildGroup } from './group.builder.ts'

const server = await startTestServer()

test.each(['moderator', 'admin'] as const)(
  'as %s nobody gives themselves what a group opens, by id or by address',
  async (role) => {
    const company = await buildCompany(server.db)
    const manager = await buildMember(server.db, company, { role })
    const group = await buildGroup(server.db, { company })
    const token = await server.signIn(manager, company)
    const workspace = await buildWorkspace(server.db, { company })
    const giving = { params: { id: workspace.id }, body: { groupId: group.id, role: 'viewer' as const } }
    const owner = await server.signIn(company.owner, company)
    expect((await server.call('workspaceRole.saveGroup', giving, owner)).status).toBe(200)

    const add = { params: { id: group.id }, body: { userId: manager.id } }
    const refused = await server.call('group.addUser', add, token)
    expect([refused.status, refused.error.error]).toEqual([
      403,
      'You cannot add yourself to a group that gives access to workspaces or articles',
    ])
    const byAddress = { params: { id: group.id }, body: { email: manager.email } }
    expect((await server.call('group.addInvitedUser', byAddress, token)).status).toBe(403)
    expect((await server.call('workspace.get', { params: { id: workspace.id } }, token)).status).toBe(404)
    // Another person may add them, and they may add themselves if the group gives no access.
    expect((await server.call('group.addUser', add, owner)).status).toBe(200)
    const harmless = await buildGroup(server.db, { company })
    expect((await server.call('group.addUser', { ...add, params: { id: harmless.id } }, token)).status).toBe(200)
  },
)

test('nor what is shared with a group by name', async () => {
  const company = await buildCompany(server.db)
  const manager = await buildMember(server.db, company, { role: 'moderator' })
  const group = await buildGroup(server.db, { company })
  const article = await buildArticle(server.db, { workspace: await buildWorkspace(server.db, { company }) })
  const sharing = { params: { id: article.id }, body: { entities: [{ type: 'group' as const, id: group.id }] } }
  const owner = await server.signIn(company.owner, company)
  expect((await server.call('share.addEntities', sharing, owner)).status).toBe(200)
  const add = { params: { id: group.id }, body: { userId: manager.id } }
  const token = await server.signIn(manager, company)
  expect((await server.call('group.addUser', add, token)).status).toBe(403)
})
