import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import { lockMemberId } from '../group/index.ts'
import { hashPassword } from '../user/index.ts'
import type { BuiltUser } from '../user/user.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { setUpCompanyUsers } from './company-user.fixture.ts'

const { server, db, buildTeam } = await setUpCompanyUsers()

const roleOf = async (company: BuiltCompany, user: BuiltUser) =>
  (
    await db
      .selectFrom('company_members')
      .where('company_id', '=', company.id)
      .where('user_id', '=', user.id)
      .select('role')
      .executeTakeFirst()
  )?.role ?? null

const setRole = (user: BuiltUser, role: CompanyRole, token: string) =>
  server.call('companyUser.setRole', { params: { id: user.id }, body: { role } }, token)
const setStatus = (user: BuiltUser, status: string, token: string) =>
  server.call('companyUser.setStatus', { params: { id: user.id }, body: { status } }, token)
const remove = (user: BuiltUser, token: string) => server.call('companyUser.remove', { params: { id: user.id } }, token)

describe('roles', () => {
  test('return 403 for what is visible but not allowed, and 404 for another company', async () => {
    const { people, tokens } = await buildTeam()
    const foreign = await buildCompany(db)
    expect((await setRole(people.admin, 'user', tokens.moderator)).status).toBe(403)
    expect((await setRole(people.owner, 'user', tokens.admin)).status).toBe(403)
    expect((await setRole(people.admin, 'user', tokens.admin)).status, 'themselves').toBe(403)
    expect((await setRole(people.moderator, 'user', tokens.user)).status).toBe(403)
    expect((await setRole(people.owner, 'admin', tokens.owner)).status, 'the owner themselves').toBe(403)
    expect((await setRole(foreign.owner, 'user', tokens.owner)).status).toBe(404)
    expect((await setRole({ ...people.user, id: 'not-an-id' }, 'user', tokens.owner)).status).toBe(404)
  })

  test('can be changed by a moderator between user and moderator, and no higher', async () => {
    const { people, tokens } = await buildTeam()
    expect((await setRole(people.user, 'moderator', tokens.moderator)).ok.user.role).toBe('moderator')
    expect((await setRole(people.user, 'user', tokens.moderator)).ok.user.role).toBe('user')
    for (const role of ['admin', 'owner'] as const)
      expect((await setRole(people.user, role, tokens.moderator)).error.code).toBe('role_not_allowed')
  })

  test('let only the owner transfer the company, who becomes an administrator', async () => {
    const { company, people, tokens } = await buildTeam()
    expect((await setRole(people.user, 'owner', tokens.admin)).error.code).toBe('role_not_allowed')
    const { user } = (await setRole(people.user, 'owner', tokens.owner)).ok
    expect(user).toMatchObject({ role: 'owner', abilities: { setStatus: false, remove: false, roles: [] } })
    expect(await roleOf(company, people.owner)).toBe('admin')
    const row = await db
      .selectFrom('companies')
      .where('id', '=', company.id)
      .select('owner_id')
      .executeTakeFirstOrThrow()
    expect(row.owner_id).toBe(people.user.id)
  })

  test('prevent transferring the company to a deactivated person', async () => {
    const { company, tokens } = await buildTeam()
    const deactivated = await buildMember(db, company, { status: 'deactivated' })
    expect((await setRole(deactivated, 'owner', tokens.owner)).error.code).toBe('role_not_allowed')
  })

  test('leave exactly one owner after two concurrent transfers', async () => {
    const { company, people, tokens } = await buildTeam()
    const answers = await Promise.all([
      setRole(people.user, 'owner', tokens.owner),
      setRole(people.admin, 'owner', tokens.owner),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    const owners = await db
      .selectFrom('company_members')
      .where('company_id', '=', company.id)
      .where('role', '=', 'owner')
      .select('user_id')
      .execute()
    expect(owners).toHaveLength(1)
    const row = await db
      .selectFrom('companies')
      .where('id', '=', company.id)
      .select('owner_id')
      .executeTakeFirstOrThrow()
    expect(row.owner_id).toBe(owners[0]?.user_id)
  })

  test('keep one of two administrators who demote each other concurrently', async () => {
    const { company, people, tokens } = await buildTeam()
    const other = await buildMember(db, company, { role: 'admin' })
    const otherToken = await server.signIn(other, company)
    const answers = await Promise.all([setRole(other, 'user', tokens.admin), setRole(people.admin, 'user', otherToken)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403])
    expect(new Set([await roleOf(company, other), await roleOf(company, people.admin)])).toEqual(
      new Set(['admin', 'user']),
    )
  })
})

describe('deactivating', () => {
  test('ends the sessions in this company within 5 s, and no others', async () => {
    const { company, people, tokens } = await buildTeam()
    const elsewhere = await buildCompany(db)
    await buildMember(db, elsewhere, { user: people.user })
    const elsewhereToken = await server.signIn(people.user, elsewhere)
    expect((await server.call('user.me', {}, tokens.user)).status).toBe(200)
    const { user } = (await setStatus(people.user, 'Deactivated', tokens.moderator)).ok
    expect(user).toMatchObject({ status: 'deactivated', isDeactivated: true })
    await expect.poll(async () => (await server.call('user.me', {}, tokens.user)).status, { timeout: 5000 }).toBe(401)
    expect((await server.call('user.me', {}, elsewhereToken)).status).toBe(200)
    const row = await db
      .selectFrom('users')
      .where('id', '=', people.user.id)
      .select('left_company_at')
      .executeTakeFirstOrThrow()
    expect(row.left_company_at).not.toBeNull()
    const again = await server.signIn(people.user, company)
    const refused = await server.call('workspace.list', {}, again)
    expect(refused.error).toMatchObject({ code: 'user_inactive_in_company', userInactiveInCompany: true })
  })

  test('is undone by activating, in any spelling of the status', async () => {
    const { company, people, tokens } = await buildTeam()
    await setStatus(people.user, 'DEACTIVATED', tokens.admin)
    expect((await setStatus(people.user, 'Active', tokens.admin)).ok.user.status).toBe('active')
    expect((await server.call('workspace.list', {}, await server.signIn(people.user, company))).status).toBe(200)
  })

  test('is refused for the owner, oneself and people above oneself', async () => {
    const { people, tokens } = await buildTeam()
    for (const person of [people.owner, people.admin, people.moderator])
      expect((await setStatus(person, 'deactivated', tokens.moderator)).status).toBe(403)
    expect((await setStatus(people.owner, 'deactivated', tokens.admin)).status).toBe(403)
    expect((await setStatus(people.moderator, 'invited', tokens.owner)).status).toBe(422)
  })
})

describe('removing', () => {
  test('is allowed for owner and administrators', async () => {
    const { people, tokens } = await buildTeam()
    expect((await remove(people.user, tokens.moderator)).status).toBe(403)
    expect((await remove(people.owner, tokens.admin)).status).toBe(403)
    expect((await remove(people.admin, tokens.admin)).status).toBe(403)
    expect((await remove(people.moderator, tokens.admin)).status).toBe(200)
    expect((await remove(people.moderator, tokens.admin)).status, 'gone').toBe(404)
  })

  test('also removes what is given to the person at the same moment', async () => {
    const { company, people, tokens } = await buildTeam()
    const workspace = await buildWorkspace(db, { company, owner: people.admin, visibility: 'private' })
    const removed = await db.transaction().execute(async (trx) => {
      expect(await lockMemberId(trx, company.id, { userId: people.user.id })).toBe(people.user.id)
      const answer = remove(people.user, tokens.admin)
      await setTimeout(300)
      await grantWorkspaceRole(trx, { workspace, user: people.user, role: 'editor' })
      return { answer }
    })
    expect((await removed.answer).status).toBe(200)
    const kept = await db.selectFrom('workspace_roles').where('user_id', '=', people.user.id).selectAll().execute()
    expect(kept, 'or it would be theirs again when they come back').toEqual([])
  })

  test('ends sessions, removes roles and memberships, and passes workspaces to the owner', async () => {
    const { company, people, tokens } = await buildTeam()
    const owned = await buildWorkspace(db, { company, owner: people.user, visibility: 'private' })
    await grantWorkspaceRole(db, { workspace: owned, user: people.owner, role: 'viewer' })
    const other = await buildWorkspace(db, { company, owner: people.admin, visibility: 'private' })
    await grantWorkspaceRole(db, { workspace: other, user: people.user, role: 'editor' })
    const group = await buildGroup(db, { company, members: [people.user], invitedEmails: [people.user.email] })
    const article = await buildArticle(db, { workspace: owned, author: people.user, title: 'Stays' })
    const me = (await server.call('user.me', {}, tokens.user)).ok.user

    expect((await remove(people.user, tokens.admin)).ok).toEqual({ success: true })
    await expect.poll(async () => (await server.call('user.me', {}, tokens.user)).status, { timeout: 5000 }).toBe(401)
    expect(await roleOf(company, people.user)).toBeNull()
    expect((await server.call('group.get', { params: { id: group.id } }, tokens.admin)).ok.group).toMatchObject({
      userIds: [],
      invitedEmails: [],
    })
    const read = (await server.call('article.get', { params: { id: article.id } }, tokens.owner)).ok
    expect(read.article.author?.name).toBe('Ines Okafor')
    expect(read.article.abilities.manage, 'the owner of the company owns it now').toBe(true)
    const roles = await db.selectFrom('workspace_roles').where('user_id', '=', people.user.id).selectAll().execute()
    expect(roles).toEqual([])
    const personal = await db
      .selectFrom('workspaces')
      .where('id', '=', me.personalWorkspaceId ?? '')
      .select(['deleted_at', 'owner_id'])
      .executeTakeFirstOrThrow()
    expect(personal.deleted_at, 'waits 30 days for the purge').not.toBeNull()
    expect(personal.owner_id).toBe(people.user.id)
  })

  test('deletes the personal workspace with its articles, and a returning person gets a new one', async () => {
    const { company, people, tokens } = await buildTeam()
    const before = (await server.call('user.me', {}, tokens.user)).ok.user.personalWorkspaceId ?? ''
    const article = await buildArticle(db, { workspace: { id: before }, author: people.user, title: 'Private' })
    await remove(people.user, tokens.owner)
    const row = await db
      .selectFrom('articles')
      .where('id', '=', article.id)
      .select('deleted_at')
      .executeTakeFirstOrThrow()
    expect(row.deleted_at).not.toBeNull()
    const body = { firstName: 'Ines', lastName: 'Okafor', email: people.user.email, role: 'user' as const }
    const { address = '' } = (await server.call('invitation.invite', { body }, tokens.owner)).ok
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword('their own password') })
      .where('id', '=', people.user.id)
      .execute()
    const invitation = address.slice(address.lastIndexOf('/') + 1)
    const { user, token } = (
      await server.call('invitation.accept', {
        params: { token: invitation },
        body: { password: 'their own password' },
      })
    ).ok
    expect(user.company?.id).toBe(company.id)
    expect(user.personalWorkspaceId).not.toBe(before)
    expect((await server.call('article.get', { params: { id: article.id } }, token)).status).toBe(404)
  })

  test('leaves other companies of the person unchanged', async () => {
    const { people, tokens } = await buildTeam()
    const elsewhere = await buildCompany(db)
    await buildMember(db, elsewhere, { user: people.user })
    const elsewhereToken = await server.signIn(people.user, elsewhere)
    const workspace = await buildWorkspace(db, { company: elsewhere, owner: people.user, visibility: 'private' })
    await remove(people.user, tokens.owner)
    expect((await server.call('workspace.get', { params: { id: workspace.id } }, elsewhereToken)).status).toBe(200)
  })
})
