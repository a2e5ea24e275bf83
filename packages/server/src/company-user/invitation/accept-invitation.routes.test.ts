import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildGroup } from '../../group/group.builder.ts'
import { hashPassword } from '../../user/index.ts'
import { buildUser } from '../../user/user.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { setUpInvitations, password } from './invitation.fixture.ts'

const { server, db, newEmail, buildTeam, list, read, accept, invited } = await setUpInvitations()

describe('accepting with a new account', () => {
  test('joins with the given names, a personal workspace and a session in the company', async () => {
    const { company, owner } = await buildTeam()
    const email = newEmail()
    const token = await invited(owner, { email, role: 'moderator' })
    const opened = (await accept(token, { firstName: 'Kasia', lastName: 'Nowak', password })).ok
    expect(opened.user).toMatchObject({ name: 'Kasia Nowak', email, role: 'moderator' })
    expect(opened.user.company?.id).toBe(company.id)
    expect(opened.user.personalWorkspaceId).not.toBeNull()
    expect((await server.call('workspace.list', {}, opened.token)).status).toBe(200)
    expect((await server.call('session.logIn', { body: { email, password } })).status).toBe(200)
    expect(await list(owner)).toEqual([])
  })

  test('uses the names of the invitation if none are given', async () => {
    const { owner } = await buildTeam()
    expect((await accept(await invited(owner))).ok.user.name).toBe('Katarzyna Nowak-Zielińska')
  })

  test('activates pending memberships in groups and workspaces, in this company only', async () => {
    const { company, owner } = await buildTeam()
    const other = await buildCompany(db)
    const email = newEmail()
    const token = await invited(owner, { email })
    const group = await buildGroup(db, { company, invitedEmails: [email] })
    const foreign = await buildGroup(db, { company: other, invitedEmails: [email] })
    const workspace = await buildWorkspace(db, { company, owner: company.owner, visibility: 'private' })
    await sql`insert into workspace_invited_roles (workspace_id, email, role) values (${workspace.id}, ${email}, 'editor')`.execute(
      db,
    )
    const { user, token: session } = (await accept(token)).ok
    const seats = await db.selectFrom('group_members').where('user_id', '=', user.id).select('group_id').execute()
    expect(seats).toEqual([{ group_id: group.id }])
    const kept = await db.selectFrom('group_invited_emails').where('email', '=', email).select('group_id').execute()
    expect(kept).toEqual([{ group_id: foreign.id }])
    const seen = (await server.call('workspace.get', { params: { id: workspace.id } }, session)).ok.workspace
    expect(seen.abilities.editArticles).toBe(true)
  })

  test('twice, or in two tabs concurrently, joins once', async () => {
    const { company, owner } = await buildTeam()
    const token = await invited(owner)
    const answers = await Promise.all([accept(token), accept(token), accept(token)])
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, 422, 422])
    for (const answer of answers) if (answer.status === 422) expect(answer.error.code).toBe('invitation_ended')
    expect((await accept(token)).error.code).toBe('invitation_ended')
    const members = await db.selectFrom('company_members').where('company_id', '=', company.id).selectAll().execute()
    expect(members).toHaveLength(4)
  })

  test.each([
    [{ password: 'short' }, 'password', 'The password needs at least 8 characters'],
    [{ password, firstName: 'K' }, 'firstName', 'First name can no be lesser than 2 words!'],
    [{ password, lastName: ' ' }, 'lastName', 'Last name can no be lesser than 2 words!'],
  ])('with %o is refused, and the invitation stays', async (body, field, message) => {
    const { owner } = await buildTeam()
    const token = await invited(owner)
    const answer = await accept(token, body)
    expect(answer.status).toBe(422)
    expect(answer.error.errors).toContainEqual({ field, message })
    expect((await accept(token)).status).toBe(200)
  })

  test('confirms the email address only if the URL was shown nowhere but in the mailbox', async () => {
    const { owner, company } = await buildTeam()
    const shownLink = await invited(owner)
    const shownLinkUserId = (await accept(shownLink)).ok.user.id
    const mailed = await invited(owner)
    await sql`update invitations set proves_email = true where company_id = ${company.id}`.execute(db)
    const mailedId = (await accept(mailed)).ok.user.id
    const confirmed = async (id: string) =>
      (await db.selectFrom('users').where('id', '=', id).select('email_confirmed_at').executeTakeFirstOrThrow())
        .email_confirmed_at !== null
    expect(await confirmed(shownLinkUserId)).toBe(false)
    expect(await confirmed(mailedId)).toBe(true)
  })

  test('never makes an invited person a super admin', async () => {
    const { owner } = await buildTeam()
    expect((await accept(await invited(owner))).ok.user.isSuperAdmin).toBe(false)
  })
})

describe('accepting with the existing account for the address', () => {
  const registered = async () =>
    buildUser(db, {
      email: newEmail(),
      firstName: 'Sara',
      lastName: 'Lund',
      passwordHash: await hashPassword('their own password'),
    })

  test('requires its password and overwrites nothing', async () => {
    const { company, owner } = await buildTeam()
    const person = await registered()
    const token = await invited(owner, { email: person.email })
    expect((await read(token)).ok).toMatchObject({ isRegistered: true, isYou: false })
    const wrong = await accept(token, { password, firstName: 'Mallory', lastName: 'Mallory' })
    expect(wrong.status).toBe(422)
    expect(wrong.error).toMatchObject({ code: 'wrong_credentials', errors: [{ field: 'password' }] })
    const opened = (await accept(token, { password: 'their own password', firstName: 'Mallory', lastName: 'Mallory' }))
      .ok
    expect(opened.user).toMatchObject({ id: person.id, name: 'Sara Lund' })
    expect(opened.user.company?.id).toBe(company.id)
    expect((await server.call('session.logIn', { body: { email: person.email, password } })).status).toBe(422)
  })

  test('requires the second factor if it is on', async () => {
    const { owner } = await buildTeam()
    const person = await registered()
    await sql`insert into two_factors (user_id, secret, confirmed_at) values (${person.id}, '\\x00'::bytea, now())`.execute(
      db,
    )
    const token = await invited(owner, { email: person.email })
    const answer = await accept(token, { password: 'their own password' })
    expect(answer.error.code).toBe('two_factor_needed')
    expect((await read(token)).status, 'it is not used up').toBe(200)
  })

  test('needs no password in a session of that account, and moves that session', async () => {
    const { company, owner } = await buildTeam()
    const home = await buildCompany(db, { owner: await registered() })
    const session = await server.signIn(home.owner, home)
    const token = await invited(owner, { email: home.owner.email })
    expect((await read(token, session)).ok.isYou).toBe(true)
    const opened = (await accept(token, {}, session)).ok
    expect(opened.user.company?.id).toBe(company.id)
    expect(opened.user.companyIds).toContain(home.id)
    await expect.poll(async () => (await server.call('user.me', {}, session)).status).toBe(401)
  })

  test('opens no new session from one that has just ended', async () => {
    const { owner } = await buildTeam()
    const person = await registered()
    const session = await server.signIn(person, null)
    const token = await invited(owner, { email: person.email })
    expect((await read(token, session)).ok.isYou).toBe(true)
    await db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    expect((await accept(token, {}, session)).status).toBe(401)
    expect((await read(token)).status, 'the invitation is still good').toBe(200)
  })

  test('does not accept the session of another person as proof', async () => {
    const { company, owner } = await buildTeam()
    const person = await registered()
    const token = await invited(owner, { email: person.email })
    expect((await read(token, owner)).ok.isYou).toBe(false)
    expect((await accept(token, {}, owner)).error.code).toBe('wrong_credentials')
    expect((await server.call('company.list', {}, owner)).ok.companies.map(({ id }) => id)).toEqual([company.id])
  })

  test('is delayed after too many wrong passwords, from any address', async () => {
    const { owner } = await buildTeam()
    const person = await registered()
    const token = await invited(owner, { email: person.email })
    for (let i = 0; i < 10; i++) await accept(token, { password: 'wrong password' })
    const refused = await accept(token, { password: 'their own password' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('does not reactivate a deactivated membership with an old invitation', async () => {
    const { company, owner } = await buildTeam()
    const person = await registered()
    const token = await invited(owner, { email: person.email })
    await buildMember(db, company, { user: person, status: 'deactivated' })
    const answer = await accept(token, { password: 'their own password' })
    expect(answer.error.code).toBe('invitation_ended')
    const row = await db
      .selectFrom('company_members')
      .where('user_id', '=', person.id)
      .select('status')
      .executeTakeFirst()
    expect(row?.status).toBe('deactivated')
  })
})

test('joins a deactivated company, and reports that it is deactivated', async () => {
  const { company, owner } = await buildTeam()
  const token = await invited(owner)
  await db.updateTable('companies').set({ is_activated: false }).where('id', '=', company.id).execute()
  const opened = (await accept(token)).ok
  expect(opened.user.company).toMatchObject({ id: company.id, isActivated: false })
  expect((await server.call('workspace.list', {}, opened.token)).error).toMatchObject({ company: true })
})

test('joins an unpaid company, and reports that it is not paid', async () => {
  const { company, owner } = await buildTeam()
  const token = await invited(owner)
  await db.updateTable('companies').set({ is_billing: true }).where('id', '=', company.id).execute()
  const opened = (await accept(token)).ok
  expect(opened.user.company).toMatchObject({ id: company.id, isPaid: false })
  expect((await server.call('workspace.list', {}, opened.token)).error.code).toBe('company_not_paid')
})
