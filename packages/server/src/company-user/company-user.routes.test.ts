import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { sql } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { lastMailTo } from '../../test/outbox.ts'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import { lockMemberId } from '../group/index.ts'
import { hashPassword } from '../user/index.ts'
import { buildUser, type BuiltUser } from '../user/user.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server

/** A company with one person of each role, and their session tokens. */
async function buildTeam() {
  const company = await buildCompany(db)
  const people = {
    owner: company.owner,
    admin: await buildMember(db, company, { role: 'admin' }),
    moderator: await buildMember(db, company, { role: 'moderator' }),
    user: await buildMember(db, company, { role: 'user' }),
  }
  const tokens = {
    owner: await server.signIn(people.owner, company),
    admin: await server.signIn(people.admin, company),
    moderator: await server.signIn(people.moderator, company),
    user: await server.signIn(people.user, company),
  } satisfies Record<CompanyRole, string>
  return { company, people, tokens }
}

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
const create = (token: string, change: object = {}) =>
  server.call(
    'companyUser.create',
    { body: { firstName: 'Noor', lastName: 'Haddad', email: newEmail(), role: 'user', ...change } },
    token,
  )

let emails = 0
const newEmail = () => `newcomer-${++emails}@halden.example`

describe('the list of people', () => {
  test('shows managers groups, last use and abilities', async () => {
    const { company, people, tokens } = await buildTeam()
    const group = await buildGroup(db, { company, members: [people.user] })
    const { users, abilities } = (await server.call('companyUser.list', {}, tokens.moderator)).ok
    const byId = new Map(users.map((user) => [user.id, user]))
    expect(byId.get(people.user.id)).toMatchObject({
      email: people.user.email,
      role: 'user',
      status: 'active',
      groups: [{ id: group.id, title: group.title }],
      abilities: { setStatus: true, remove: false, roles: ['user', 'moderator'] },
    })
    expect(byId.get(people.user.id)?.lastTimeLoggedIn).toMatch(/^\d{4}-/)
    expect(byId.get(people.owner.id)?.abilities).toEqual({ setStatus: false, remove: false, roles: [] })
    expect(abilities.newcomerRoles).toEqual(['user', 'moderator'])
  })

  test('shows plain members names for mentions, without groups, last use or abilities', async () => {
    const { company, people, tokens } = await buildTeam()
    await buildGroup(db, { company, members: [people.user] })
    const { users, abilities } = (await server.call('companyUser.list', {}, tokens.user)).ok
    expect(users).toHaveLength(4)
    for (const user of users) {
      expect(user).toMatchObject({ groups: [], lastTimeLoggedIn: null })
      expect(user.abilities).toEqual({ setStatus: false, remove: false, roles: [] })
    }
    expect(abilities.newcomerRoles).toEqual([])
  })

  test('includes deactivated people, but neither people of other companies nor those only invited', async () => {
    const { company, tokens } = await buildTeam()
    const deactivated = await buildMember(db, company, { status: 'deactivated' })
    const foreign = await buildCompany(db)
    await server.call(
      'invitation.invite',
      { body: { firstName: 'Only', lastName: 'Invited', email: newEmail(), role: 'user' } },
      tokens.owner,
    )
    const ids = (await server.call('companyUser.list', {}, tokens.user)).ok.users.map(({ id }) => id)
    expect(ids).toContain(deactivated.id)
    expect(ids).not.toContain(foreign.owner.id)
    expect(ids).toHaveLength(5)
  })
})

describe('creating a person', () => {
  test('counts towards the hundred invitations an hour, because it sends email too', async () => {
    const { company, tokens } = await buildTeam()
    await sql`insert into invitation_sends (company_id) select ${company.id} from generate_series(1, 99)`.execute(db)
    expect((await create(tokens.admin)).status, 'the hundredth').toBe(200)
    const refused = await create(tokens.admin)
    expect([refused.status, refused.error.error]).toEqual([
      429,
      'A company can invite 100 people an hour. Please try again later.',
    ])
  })

  test('withdraws no invitation that the creator could not have sent', async () => {
    const { tokens } = await buildTeam()
    const email = newEmail()
    const invitation = { firstName: 'Noor', lastName: 'Haddad', email, role: 'admin' as const }
    expect((await server.call('invitation.invite', { body: invitation }, tokens.admin)).status).toBe(200)
    const refused = await create(tokens.moderator, { email })
    expect([refused.status, refused.error.code]).toEqual([409, 'already_invited'])
    expect(refused.error.errors?.[0]?.field).toBe('email')
    const { items } = (await server.call('invitation.list', {}, tokens.owner)).ok
    expect(items.map(({ email: kept, role }) => [kept, role])).toEqual([[email, 'admin']])
    expect((await create(tokens.admin, { email })).status).toBe(200)
  })

  test('creates account, membership and personal workspace, and the password works', async () => {
    const { company, tokens } = await buildTeam()
    const email = newEmail()
    const password = 'correct horse battery'
    const made = (await create(tokens.moderator, { email, password, passwordConfirm: password })).ok
    expect(made.user).toMatchObject({
      name: 'Noor Haddad',
      email,
      role: 'user',
      status: 'active',
      lastTimeLoggedIn: null,
    })
    expect(made.warning).toBeUndefined()
    const { user } = (await server.call('session.logIn', { body: { email, password } })).ok
    expect(user.company?.id).toBe(company.id)
    expect(user.personalWorkspaceId).not.toBeNull()
  })

  test('without a password emails a link to choose one, and returns the link when email is not set up', async () => {
    const { tokens } = await buildTeam()
    const email = newEmail()
    const { warning, address } = (await create(tokens.owner, { email })).ok
    expect(warning).toContain('Email isn’t set up')
    expect(address).toContain('/password-reset/')
    const mail = await lastMailTo(server.dataDirectory, email)
    expect(mail.text).toMatch(/\/password-reset\/[\w-]{43}/)
    expect(mail.html).toContain('Choose a password')
    const noPassword = await server.call('session.logIn', { body: { email, password: 'correct horse battery' } })
    expect(noPassword.error.code).toBe('wrong_credentials')
  })

  test('confirms the email address through the emailed link, not through the one to pass on', async () => {
    const { tokens } = await buildTeam()
    const confirmedBy = async (read: (email: string, address: string) => Promise<string>) => {
      const email = newEmail()
      const { user, address = '' } = (await create(tokens.owner, { email })).ok
      const token = (await read(email, address)).split('/password-reset/')[1] ?? ''
      const body = { token: token.slice(0, 43), password: 'correct horse battery' }
      expect((await server.call('account.resetPassword', { body })).status).toBe(200)
      const row = await db
        .selectFrom('users')
        .where('id', '=', user.id)
        .select('email_confirmed_at')
        .executeTakeFirstOrThrow()
      return row.email_confirmed_at !== null
    }
    const mailed = async (email: string) => (await lastMailTo(server.dataDirectory, email)).text ?? ''
    expect(await confirmedBy(mailed)).toBe(true)
    expect(await confirmedBy((_email, address) => Promise.resolve(address))).toBe(false)
  })

  test.each([
    [{ firstName: ' A ' }, 'firstName', 'First name can no be lesser than 2 words!'],
    [{ lastName: 'B' }, 'lastName', 'Last name can no be lesser than 2 words!'],
    [{ password: 'correct horse battery', passwordConfirm: 'another' }, 'passwordConfirm', 'Passwords do not match'],
    [{ password: 'short', passwordConfirm: 'short' }, 'password', 'The password needs at least 8 characters'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email'],
  ])('with %o is refused and says where', async (change, field, message) => {
    const { tokens } = await buildTeam()
    expect((await create(tokens.owner, change)).error.errors).toContainEqual({ field, message })
  })

  test('never changes an existing account: its address has to be invited', async () => {
    const { tokens } = await buildTeam()
    const passwordHash = await hashPassword('their own password')
    const stranger = await buildUser(db, { email: newEmail(), passwordHash })
    const password = 'chosen by the admin'
    const answer = await create(tokens.owner, {
      email: stranger.email.toUpperCase(),
      password,
      passwordConfirm: password,
    })
    expect(answer.status).toBe(422)
    expect(answer.error).toMatchObject({ code: 'email_taken', errors: [{ field: 'email' }] })
    const row = await db
      .selectFrom('users')
      .where('id', '=', stranger.id)
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toBe(passwordHash)
    const memberships = await db.selectFrom('company_members').where('user_id', '=', stranger.id).selectAll().execute()
    expect(memberships).toEqual([])
  })

  test('with the address of a member names that member', async () => {
    const { people, tokens } = await buildTeam()
    const answer = await create(tokens.owner, { email: people.user.email })
    expect(answer.status).toBe(409)
    expect(answer.error.errors).toEqual([{ field: 'email', message: 'Ines Okafor already uses this address.' }])
  })

  test('with a role above one’s own is refused', async () => {
    const { tokens } = await buildTeam()
    expect((await create(tokens.moderator, { role: 'admin' })).error.code).toBe('role_not_allowed')
    expect((await create(tokens.owner, { role: 'owner' })).error.code).toBe('invalid_input')
    expect((await create(tokens.user)).status).toBe(403)
  })

  test('uses up an invitation of the address', async () => {
    const { company, tokens } = await buildTeam()
    const email = newEmail()
    const body = { firstName: 'Noor', lastName: 'Haddad', email, role: 'user' as const }
    await server.call('invitation.invite', { body }, tokens.owner)
    const group = await buildGroup(db, { company, invitedEmails: [email] })
    const { user } = (await create(tokens.owner, { email })).ok
    expect(user.groups).toEqual([{ id: group.id, title: group.title }])
    expect((await server.call('invitation.list', {}, tokens.owner)).ok.items).toEqual([])
  })
})

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
