/** Roles of people and groups in a workspace, over HTTP. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../../company/company.builder.ts'
import { buildGroup } from '../../group/group.builder.ts'
import { buildUser } from '../../user/user.builder.ts'
import { buildWorkspace, grantGroupRole, grantWorkspaceRole } from '../workspace.builder.ts'

const server = await startTestServer()
const { db } = server

async function startWorkspace(overrides: { isArchived?: boolean; visibility?: 'private' | 'organization' } = {}) {
  const company = await buildCompany(db)
  const owner = await buildMember(db, company)
  const workspace = await buildWorkspace(db, { company, owner, ...overrides })
  return { company, owner, workspace, token: await server.signIn(owner, company) }
}

async function inviteToCompany(company: BuiltCompany, email: string) {
  await sql`
    insert into invitations (id, company_id, email, first_name, last_name, role, token_hash, expires_at)
    values (${newId()}, ${company.id}, ${email}, 'Noor', 'Haddad', 'user', sha256(${newId()}::bytea), now() + interval '1 day')
  `.execute(db)
}

const roleIn = async (workspace: { id: string }, user: { id: string }, company: { id: string }) => {
  const answer = await server.call(
    'workspace.get',
    { params: { id: workspace.id } },
    await server.signIn(user, company),
  )
  return answer.status === 200 ? answer.ok.workspace.role : answer.status
}

describe('a person with a role', () => {
  it('is a viewer by default, and gets the role that is set afterwards', async () => {
    const { company, workspace, token } = await startWorkspace()
    const person = await buildMember(db, company)
    const save = (body: { user: string; role?: 'viewer' | 'editor' | 'admin' }) =>
      server.call('workspaceRole.save', { params: { id: workspace.id }, body }, token)
    expect((await save({ user: person.id })).ok.role).toMatchObject({ user: person.id, role: 'viewer', isOwner: false })
    expect(await roleIn(workspace, person, company)).toBe('viewer')
    for (const role of ['admin', 'editor'] as const) {
      expect((await save({ user: person.id, role })).ok.role.role).toBe(role)
      expect(await roleIn(workspace, person, company)).toBe(role)
    }
    const removal = { params: { id: workspace.id, userId: person.id } }
    expect((await server.call('workspaceRole.remove', removal, token)).status).toBe(200)
    expect(await roleIn(workspace, person, company)).toBe(404)
    expect((await server.call('workspaceRole.remove', removal, token)).status).toBe(404)
  })

  it('can be named by the email address of a colleague, in any case', async () => {
    const { company, workspace, token } = await startWorkspace()
    const person = await buildMember(db, company)
    const body = { email: person.email.toUpperCase(), role: 'editor' as const }
    const { ok } = await server.call('workspaceRole.save', { params: { id: workspace.id }, body }, token)
    expect(ok.role).toMatchObject({ user: person.id, role: 'editor', isInvited: false })
  })

  it('is listed after the owner and before invited addresses; deactivated ones are marked', async () => {
    const { company, owner, workspace, token } = await startWorkspace()
    const named = async (firstName: string, rest = {}) =>
      buildMember(db, company, { user: await buildUser(db, { firstName, lastName: 'Berg' }), ...rest })
    const [zoe, abe] = [await named('Zoe'), await named('Abe', { status: 'deactivated' })]
    await grantWorkspaceRole(db, { workspace, user: zoe, role: 'admin' })
    await grantWorkspaceRole(db, { workspace, user: abe, role: 'viewer' })
    await inviteToCompany(company, 'anna@example.com')
    const body = { email: 'anna@example.com' }
    await server.call('workspaceRole.save', { params: { id: workspace.id }, body }, token)
    const { roles } = (await server.call('workspaceRole.list', { params: { id: workspace.shortId } }, token)).ok
    expect(
      roles.map(({ user, email, role, isOwner, isInvited, isDeactivated }) => [
        user ?? email,
        role,
        isOwner,
        isInvited,
        isDeactivated,
      ]),
    ).toEqual([
      [owner.id, 'owner', true, false, false],
      [abe.id, 'viewer', false, false, true],
      [zoe.id, 'admin', false, false, false],
      ['anna@example.com', 'viewer', false, true, false],
    ])
    expect(roles[3]?.name).toBe('Noor Haddad')
  })

  it('can be the caller: a manager may lower or remove themselves, but never the owner', async () => {
    const { company, owner, workspace } = await startWorkspace()
    const admin = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: admin, role: 'admin' })
    const token = await server.signIn(admin, company)
    const id = workspace.id
    const change = await server.call(
      'workspaceRole.save',
      { params: { id }, body: { user: owner.id, role: 'viewer' } },
      token,
    )
    expect(change).toMatchObject({ status: 422, error: { code: 'owner_fixed' } })
    const removal = await server.call('workspaceRole.remove', { params: { id, userId: owner.id } }, token)
    expect(removal).toMatchObject({ status: 422, error: { code: 'owner_fixed' } })
    const leaving = await server.call('workspaceRole.remove', { params: { id, userId: admin.id } }, token)
    expect(leaving.status).toBe(200)
    expect(await roleIn(workspace, admin, company)).toBe(404)
  })

  it('cannot raise their own role or give others one without managing the workspace', async () => {
    const { company, workspace } = await startWorkspace()
    for (const role of ['viewer', 'editor'] as const) {
      const person = await buildMember(db, company)
      await grantWorkspaceRole(db, { workspace, user: person, role })
      const token = await server.signIn(person, company)
      const body = { user: person.id, role: 'admin' as const }
      expect((await server.call('workspaceRole.save', { params: { id: workspace.id }, body }, token)).status).toBe(403)
      expect(await roleIn(workspace, person, company)).toBe(role)
    }
  })

  it('cannot belong to another company, whichever of the two ids is foreign', async () => {
    const { company, workspace, token } = await startWorkspace()
    const elsewhere = await startWorkspace()
    const colleague = await buildMember(db, company)
    const save = (id: string, user: string) =>
      server.call('workspaceRole.save', { params: { id }, body: { user } }, token)
    expect(await save(workspace.id, elsewhere.owner.id)).toMatchObject({ status: 422, error: { code: 'unknown_user' } })
    expect(await save(workspace.id, newId())).toMatchObject({ status: 422, error: { code: 'unknown_user' } })
    expect((await save(elsewhere.workspace.id, colleague.id)).status).toBe(404)
    expect((await save(elsewhere.workspace.id, elsewhere.owner.id)).status).toBe(404)
    const { roles } = (await server.call('workspaceRole.list', { params: { id: workspace.id } }, token)).ok
    expect(roles).toHaveLength(1)
  })
})

describe('an invited address with a role', () => {
  it('is changed and removed by its address', async () => {
    const { company, workspace, token } = await startWorkspace()
    await inviteToCompany(company, 'anna@example.com')
    const id = workspace.id
    const body = { email: 'Anna@Example.com', role: 'editor' as const }
    const { ok } = await server.call('workspaceRole.save', { params: { id }, body }, token)
    expect(ok.role).toMatchObject({ user: null, isInvited: true, role: 'editor' })
    const removal = { params: { id, userId: 'anna@example.com' } }
    expect((await server.call('workspaceRole.remove', removal, token)).status).toBe(200)
    expect((await server.call('workspaceRole.list', { params: { id } }, token)).ok.roles).toHaveLength(1)
  })

  it('that the company does not know is invited by those who may invite, and joins with the role', async () => {
    const { company, workspace } = await startWorkspace({ visibility: 'organization' })
    const token = await server.signIn(company.owner, company)
    const body = { email: 'new.person@example.com', role: 'editor' as const }
    const { ok } = await server.call('workspaceRole.save', { params: { id: workspace.id }, body }, token)
    expect(ok.role).toMatchObject({ user: null, isInvited: true, role: 'editor' })
    // The test server sends no email: the inviting person receives the URL to pass on.
    const invitation = ok.address?.split('/').at(-1) ?? ''
    const joined = await server.call('invitation.accept', {
      params: { token: invitation },
      body: { firstName: 'New', lastName: 'Person', password: 'correct horse battery' },
    })
    const got = await server.call('workspace.get', { params: { id: workspace.id } }, joined.ok.token)
    expect(got.ok.workspace.role).toBe('editor')
    const { roles } = (await server.call('workspaceRole.list', { params: { id: workspace.id } }, token)).ok
    expect(roles.map(({ isInvited }) => isInvited)).toEqual([false, false])
  })

  it('that the company does not know is refused to those who may not invite', async () => {
    const { workspace, token } = await startWorkspace()
    const body = { email: 'unknown@example.com' }
    const refusal = await server.call('workspaceRole.save', { params: { id: workspace.id }, body }, token)
    expect(refusal).toMatchObject({ status: 422, error: { code: 'unknown_user' } })
  })
})

describe('a group with a role', () => {
  it('raises its people to the higher of their roles, for as long as it has it', async () => {
    const { company, workspace, token } = await startWorkspace()
    const person = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: person, role: 'viewer' })
    const group = await buildGroup(db, { company, title: 'Support', members: [person] })
    const id = workspace.id
    const save = (role?: 'viewer' | 'editor' | 'admin') =>
      server.call('workspaceRole.saveGroup', { params: { id }, body: { groupId: group.shortId, role } }, token)
    expect((await save()).ok.group).toEqual({
      id: group.id,
      shortId: group.shortId,
      title: 'Support',
      role: 'viewer',
      usersCount: 1,
    })
    expect((await save('admin')).ok.group.role).toBe('admin')
    expect(await roleIn(workspace, person, company)).toBe('admin')
    const { groups } = (await server.call('workspaceRole.listGroups', { params: { id } }, token)).ok
    expect(groups.map(({ title, role }) => [title, role])).toEqual([['Support', 'admin']])
    expect(
      (await server.call('workspaceRole.removeGroup', { params: { id }, query: { groupId: group.id } }, token)).status,
    ).toBe(200)
    expect(await roleIn(workspace, person, company)).toBe('viewer')
  })

  it('cannot belong to another company', async () => {
    const { company, workspace, token } = await startWorkspace()
    const foreign = await buildGroup(db, { company: await buildCompany(db) })
    const own = await buildGroup(db, { company })
    const id = workspace.id
    for (const groupId of [foreign.id, foreign.shortId, newId()]) {
      const body = { groupId, role: 'viewer' as const }
      const refusal = await server.call('workspaceRole.saveGroup', { params: { id }, body }, token)
      expect(refusal).toMatchObject({ status: 422, error: { code: 'unknown_group' } })
    }
    const removal = (groupId: string) =>
      server.call('workspaceRole.removeGroup', { params: { id }, body: { groupId } }, token)
    expect((await removal(foreign.id)).error.code).toBe('unknown_group')
    expect((await removal(own.id)).error.code).toBe('unknown_group')
    const nameless = await server.call('workspaceRole.removeGroup', { params: { id } }, token)
    expect(nameless).toMatchObject({ status: 422, error: { code: 'invalid_input' } })
  })
})

describe('a workspace that cannot be changed', () => {
  it('keeps its people and groups while it is archived', async () => {
    const { company, workspace, token } = await startWorkspace({ isArchived: true })
    const person = await buildMember(db, company)
    const group = await buildGroup(db, { company })
    await grantGroupRole(db, { workspace, group, role: 'viewer' })
    const params = { id: workspace.id }
    const refusals = [
      await server.call('workspaceRole.save', { params, body: { user: person.id } }, token),
      await server.call('workspaceRole.remove', { params: { ...params, userId: person.id } }, token),
      await server.call('workspaceRole.saveGroup', { params, body: { groupId: group.id } }, token),
      await server.call('workspaceRole.removeGroup', { params, body: { groupId: group.id } }, token),
    ]
    for (const { error } of refusals) expect(error.code).toBe('workspace_archived')
  })

  it('keeps its only owner if it is personal', async () => {
    const { company, owner, token } = await startWorkspace()
    const { ok } = await server.call('workspace.list', {}, token)
    const id = ok.items.find(({ visibility }) => visibility === 'personal')?.id ?? ''
    const person = await buildMember(db, company)
    const refusal = await server.call('workspaceRole.save', { params: { id }, body: { user: person.id } }, token)
    expect(refusal.error.code).toBe('personal_workspace_fixed')
    const { roles } = (await server.call('workspaceRole.list', { params: { id } }, token)).ok
    expect(roles.map(({ user }) => user)).toEqual([owner.id])
  })
})

describe('the list of workspaces', () => {
  it('includes the people and groups of each only on request', async () => {
    const { company, owner, workspace, token } = await startWorkspace()
    const person = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: person, role: 'editor' })
    const group = await buildGroup(db, { company, members: [person] })
    await grantGroupRole(db, { workspace, group, role: 'viewer' })
    const find = async (query: { withUsers?: '1' }) =>
      (await server.call('workspace.list', { query }, token)).ok.items.find(({ id }) => id === workspace.id)
    const listed = await find({ withUsers: '1' })
    expect(listed?.roles?.map(({ user, role }) => [user, role])).toEqual([
      [owner.id, 'owner'],
      [person.id, 'editor'],
    ])
    expect(listed?.groups).toEqual([
      { id: group.id, shortId: group.shortId, title: 'Field engineers', role: 'viewer', usersCount: 1 },
    ])
    expect(await find({})).not.toHaveProperty('roles')
  })
})

describe('who has access to a workspace', () => {
  it('is visible to its colleagues only', async () => {
    const { workspace, token } = await startWorkspace()
    await db.updateTable('workspaces').set({ visibility: 'public' }).where('id', '=', workspace.id).execute()
    const elsewhere = await buildCompany(db)
    const stranger = await server.signIn(elsewhere.owner, elsewhere)
    for (const name of ['workspaceRole.list', 'workspaceRole.listGroups'] as const) {
      expect((await server.call(name, { params: { id: workspace.id } }, token)).status).toBe(200)
      expect((await server.call(name, { params: { id: workspace.id } }, stranger)).status).toBe(403)
      expect((await server.call(name, { params: { id: workspace.id } }, null)).status).toBe(401)
    }
  })
})
