import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { invitationCalls } from '@knowreel/shared/company/invitation.calls.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lastMailTo } from '../../../test/outbox.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildGroup } from '../../group/group.builder.ts'
import { hashPassword } from '../../user/index.ts'
import { buildUser } from '../../user/user.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const password = 'correct horse battery'

type Form = CallRequest<typeof invitationCalls.invite>['body']

let emails = 0
const newEmail = () => `invited-${++emails}@halden.example`

async function buildTeam() {
  const company = await buildCompany(db, { title: 'Halden <Systems> & Co' })
  const admin = await buildMember(db, company, { role: 'admin' })
  const moderator = await buildMember(db, company, { role: 'moderator' })
  return {
    company,
    admin,
    moderator,
    owner: await server.signIn(company.owner, company),
    adminToken: await server.signIn(admin, company),
    moderatorToken: await server.signIn(moderator, company),
  }
}

const invite = (token: string, change: Partial<Form> = {}) =>
  server.call(
    'invitation.invite',
    { body: { firstName: 'Katarzyna', lastName: 'Nowak-Zielińska', email: newEmail(), role: 'user', ...change } },
    token,
  )
const list = async (token: string) => (await server.call('invitation.list', {}, token)).ok.items
const withdraw = (id: string, token: string) => server.call('invitation.withdraw', { params: { id } }, token)
const read = (token: string, session?: string) => server.call('invitation.get', { params: { token } }, session)
const accept = (token: string, body: object = { password }, session?: string) =>
  server.call('invitation.accept', { params: { token }, body }, session)

/** Invites and returns the token of the invitation URL. */
async function invited(token: string, change: Partial<Form> = {}): Promise<string> {
  const { address = '' } = (await invite(token, { sendEmail: false, ...change })).ok
  return tokenOf(address)
}
const tokenOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

describe('inviting', () => {
  test('emails an invitation that names inviter and company, with everything escaped', async () => {
    const { owner } = await buildTeam()
    const email = newEmail()
    const { warning, address } = (await invite(owner, { email, firstName: '<b>Kasia</b>' })).ok
    expect(warning).toContain('Email isn’t set up')
    const mail = await lastMailTo(server.dataDirectory, email)
    expect(mail.subject).toBe('Ines Okafor invites you to Halden <Systems> & Co')
    expect(mail.text).toContain(address)
    expect(mail.text).toContain('valid for 14 days')
    expect(mail.html).toContain(`href="${address}"`)
    expect(mail.html).toContain('Halden &lt;Systems&gt; &amp; Co')
    expect(mail.html).not.toContain('<b>Kasia')
    expect(address).toMatch(/^http:\/\/localhost:\d+\/signup\/[\w-]{43}$/)
  })

  test('without an email only returns the URL', async () => {
    const { owner } = await buildTeam()
    const email = newEmail()
    const answer = (await invite(owner, { email, sendEmail: false })).ok
    expect(answer).toEqual({ success: true, address: expect.stringContaining('/signup/') as string })
    await expect(lastMailTo(server.dataDirectory, email)).rejects.toThrow('No mail')
  })

  test('stores only a hash of the token', async () => {
    const { owner } = await buildTeam()
    const token = await invited(owner)
    const { rows } = await sql<{ row: string }>`select invitations::text as row from invitations`.execute(db)
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  })

  test('again creates a new URL, and the former one stops working', async () => {
    const { owner } = await buildTeam()
    const email = newEmail()
    const first = await invited(owner, { email })
    const second = await invited(owner, { email: email.toUpperCase(), role: 'admin' })
    expect((await read(first)).error.code).toBe('invitation_ended')
    expect((await accept(first)).error.code).toBe('invitation_ended')
    expect((await read(second)).status).toBe(200)
    expect(await list(owner)).toMatchObject([{ role: 'admin', accepted: false, isExpired: false }])
  })

  test('without names keeps those of the existing invitation, or derives them from the address', async () => {
    const { owner } = await buildTeam()
    const email = newEmail()
    await invite(owner, { email })
    await invite(owner, { email, firstName: undefined, lastName: undefined })
    await invite(owner, { email: 'jonas.lindqvist+a@halden.example', firstName: undefined, lastName: undefined })
    expect((await list(owner)).map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      'Jonas Lindqvist',
      'Katarzyna Nowak-Zielińska',
    ])
  })

  test('a moderator invites users and moderators, and cannot replace what an administrator assigned', async () => {
    const { owner, moderatorToken } = await buildTeam()
    expect((await invite(moderatorToken, { role: 'moderator' })).status).toBe(200)
    expect((await invite(moderatorToken, { role: 'admin' })).error.code).toBe('role_not_allowed')
    const email = newEmail()
    await invite(owner, { email, role: 'admin' })
    const again = await invite(moderatorToken, { email, role: 'user' })
    expect(again.status).toBe(409)
    expect(again.error.code).toBe('already_invited')
    expect((await list(moderatorToken)).map(({ role, abilities }) => [role, abilities])).toEqual([
      ['admin', { renew: false, withdraw: false }],
      ['moderator', { renew: true, withdraw: false }],
    ])
  })

  test('refuses a member, with a response that names them', async () => {
    const { company, owner } = await buildTeam()
    const member = await buildMember(db, company, {
      user: await buildUser(db, { firstName: 'Jonas', lastName: 'Lindqvist' }),
    })
    const answer = await invite(owner, { email: member.email })
    expect(answer.status).toBe(409)
    expect(answer.error.errors).toEqual([{ field: 'email', message: 'Jonas Lindqvist already uses this address.' }])
  })

  test('ignores an inviter named in the request', async () => {
    const { owner, admin } = await buildTeam()
    const email = newEmail()
    await invite(owner, { email, user: { id: admin.id, firstName: 'Mallory' } })
    expect((await lastMailTo(server.dataDirectory, email)).text).not.toContain('Mallory')
  })

  test('is refused for plain members and guests', async () => {
    const { company } = await buildTeam()
    const member = await server.signIn(await buildMember(db, company), company)
    expect((await invite(member)).status).toBe(403)
    expect((await server.call('invitation.list', {}, member)).status).toBe(403)
    expect((await server.call('invitation.list', {}, null)).status).toBe(401)
  })

  test('is limited to a hundred per hour and company', async () => {
    const { company, owner } = await buildTeam()
    const token = await invited(owner)
    await sql`insert into invitation_sends (company_id, sent_at)
      select ${company.id}, now() - interval '50 minutes' from generate_series(1, 98)`.execute(db)
    expect((await invite(owner)).status, 'the hundredth').toBe(200)
    const refused = await invite(owner)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    expect((await read(token)).status).toBe(200)
    await sql`update invitation_sends set sent_at = sent_at - interval '11 minutes'`.execute(db)
    expect((await invite(owner)).status).toBe(200)
  })
})

describe('withdrawing', () => {
  test('invalidates the URL and the pending memberships in groups and workspaces', async () => {
    const { company, owner, adminToken } = await buildTeam()
    const email = newEmail()
    const token = await invited(owner, { email })
    const group = await buildGroup(db, { company, invitedEmails: [email] })
    const workspace = await buildWorkspace(db, { company, owner: company.owner, visibility: 'private' })
    await sql`insert into workspace_invited_roles (workspace_id, email, role) values (${workspace.id}, ${email}, 'editor')`.execute(
      db,
    )
    const [item] = await list(owner)
    expect((await withdraw(item?.id ?? '', adminToken)).ok).toEqual({ success: true })
    expect((await read(token)).error.code).toBe('invitation_ended')
    expect((await accept(token)).status).toBe(422)
    expect(await list(owner)).toEqual([])
    const { rows } = await sql<{ count: number }>`select
      (select count(*) from group_invited_emails where group_id = ${group.id})::int
      + (select count(*) from workspace_invited_roles where workspace_id = ${workspace.id})::int as count`.execute(db)
    expect(rows[0]?.count).toBe(0)
  })

  test('is refused for moderators and for other companies', async () => {
    const { owner, moderatorToken } = await buildTeam()
    await invite(owner)
    const [item] = await list(owner)
    expect((await withdraw(item?.id ?? '', moderatorToken)).status).toBe(403)
    const other = await buildTeam()
    expect((await withdraw(item?.id ?? '', other.owner)).status).toBe(404)
    expect((await withdraw('no-id', owner)).status).toBe(404)
  })
})

describe('an invitation', () => {
  test('shows whom it is for and where it leads', async () => {
    const { company, owner } = await buildTeam()
    const email = newEmail()
    const token = await invited(owner, { email })
    expect((await read(token)).ok).toEqual({
      email,
      firstName: 'Katarzyna',
      lastName: 'Nowak-Zielińska',
      company: { id: company.id, title: company.title, logo: null },
      marketingUrl: null,
      isRegistered: false,
      isYou: false,
    })
  })

  test('expires after 14 days', async () => {
    const { company, owner } = await buildTeam()
    const token = await invited(owner)
    const { days } = await db
      .selectFrom('invitations')
      .where('company_id', '=', company.id)
      .select(sql<number>`round(extract(epoch from expires_at - created_at) / 86400)::int`.as('days'))
      .executeTakeFirstOrThrow()
    expect(days).toBe(14)
    await db.updateTable('invitations').set({ expires_at: new Date() }).where('company_id', '=', company.id).execute()
    expect((await read(token)).error.error).toBe('This invitation has expired or was withdrawn')
    expect((await accept(token)).error.code).toBe('invitation_ended')
    expect(await list(owner)).toMatchObject([{ isExpired: true }])
  })

  test('that never existed gets the same response as an expired one', async () => {
    for (const token of ['x', 'a'.repeat(43), '0', '..%2f'])
      expect((await read(token)).error.code).toBe('invitation_ended')
  })
})

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
