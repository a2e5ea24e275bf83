import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lastMailTo } from '../../test/outbox.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import { hashPassword } from '../user/index.ts'
import { buildUser } from '../user/user.builder.ts'
import { setUpCompanyUsers } from './company-user.fixture.ts'

const { server, db, buildTeam } = await setUpCompanyUsers()

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

  test('is complete with its invitations for a super admin of the company, who changes nothing without a role', async () => {
    const { company, people, tokens } = await buildTeam()
    const email = newEmail()
    const invitee = { firstName: 'Mara', lastName: 'Lind', email, role: 'user' } as const
    await server.call('invitation.invite', { body: invitee }, tokens.owner)
    const operator = await buildMember(db, company, { user: await buildUser(db, { isSuperAdmin: true }) })
    const token = await server.signIn(operator, company)
    const { users, abilities } = (await server.call('companyUser.list', {}, token)).ok
    expect(users.find(({ id }) => id === people.user.id)?.abilities.setStatus).toBe(false)
    expect(abilities.newcomerRoles).toEqual([])
    expect((await server.call('invitation.list', {}, token)).ok.items).toMatchObject([
      { email, abilities: { renew: false, withdraw: false } },
    ])
    expect((await create(token)).status).toBe(403)
    expect((await server.call('invitation.list', {}, tokens.user)).status).toBe(403)
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
