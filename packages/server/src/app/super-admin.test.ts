/** A super admin maintains the installation, and can read no more content than anyone else. */
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildSubjects } from '../../test/access/subjects.ts'
import { buildWorld } from '../../test/world.ts'
import { requireUsableCompany, type Actor } from '../access/index.ts'
import { findNoteWriter } from '../article/index.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { listActors } from '../user/index.ts'
import { createMayRead } from './may-read.ts'

const server = await startTestServer()
const { db } = server
const world = await buildWorld(db)
const { company, thirdCompany, people } = world
const secret = await buildSubjects(db, {
  company,
  owner: people.owner,
  groupMember: people.viewer,
  word: 'canary',
})

describe.each([
  ['of another company', async () => ({ user: people.superAdmin, home: thirdCompany })],
  [
    'of the same company, without a role in the workspace',
    async () => ({
      user: await buildMember(db, company, { user: await buildUser(db, { isSuperAdmin: true }) }),
      home: company,
    }),
  ],
])('a super admin %s', async (_, find) => {
  const { user, home } = await find()
  const token = await server.signIn(user, home)
  const session = await db.selectFrom('sessions').where('user_id', '=', user.id).select('id').executeTakeFirstOrThrow()
  const actor = async () => (await listActors(db, [session.id])).get(session.id)

  test('finds nothing of a private workspace in any list', async () => {
    const lists = await Promise.all([
      server.call('workspace.list', { query: { withUsers: '1' } }, token),
      server.call('article.list', { query: { page: 1 } }, token),
      server.call('draft.list', { query: { page: 1, type: 'notes' } }, token),
      server.call('tag.search', { params: { q: 'canary' } }, token),
    ])
    for (const list of lists) expect(JSON.stringify(list.ok)).not.toMatch(new RegExp(`canary|${secret.workspace.id}`))
  })

  test('opens no workspace, article, draft, note or file in it', async () => {
    const { workspace, article, draft } = secret
    const answers = await Promise.all([
      server.call('workspace.get', { params: { id: workspace.id } }, token),
      server.call('workspace.browse', { params: { workspaceId: workspace.shortId } }, token),
      server.call('article.get', { params: { id: article.id }, query: { draft: '1' } }, token),
      server.call('draft.get', { params: { id: draft.id } }, token),
      server.call('article.remove', { params: { id: article.id } }, token),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const asked = await actor()
    if (asked === undefined) throw new Error('the session has ended')
    requireUsableCompany(asked)
    expect(await findNoteWriter(db, asked, draft.id, null)).toBeNull()
    expect(
      await createMayRead(db, async () => false)({ sessionId: session.id, scope: `workspace:${workspace.id}` }),
    ).toBe(false)
  })
})

test('a super admin whom a company has deactivated keeps no rights from their previous role', async () => {
  const user = await buildUser(db, { isSuperAdmin: true })
  const home = await buildCompany(db)
  await buildMember(db, home, { user, role: 'admin', status: 'deactivated' })
  const token = await server.signIn(user, home)
  const group = await buildGroup(db, { company: home, members: [home.owner] })
  const answers = await Promise.all([
    server.call('group.list', {}, token),
    server.call('group.create', { body: { title: 'Ours' } }, token),
    server.call('group.remove', { params: { id: group.id } }, token),
    server.call('invitation.list', {}, token),
    server.call('companyUser.setStatus', { params: { id: home.owner.id }, body: { status: 'deactivated' } }, token),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  const { users, abilities } = (await server.call('companyUser.list', {}, token)).ok
  expect(users.flatMap(({ groups }) => groups)).toEqual([])
  expect(abilities.newcomerRoles).toEqual([])
})

test('the state of the company blocks its people, but not a super admin', () => {
  const actor: Actor = {
    sessionId: 's',
    userId: 'u',
    isSuperAdmin: true,
    company: { id: 'c', isActivated: false, isPaid: false, role: 'user', status: 'deactivated' },
  }
  expect(() => requireUsableCompany(actor)).not.toThrow()
  expect(() => requireUsableCompany({ ...actor, isSuperAdmin: false })).toThrow('The company is deactivated')
})
