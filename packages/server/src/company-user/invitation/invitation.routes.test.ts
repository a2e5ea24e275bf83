import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lastMailTo } from '../../../test/outbox.ts'
import { buildMember } from '../../company/company.builder.ts'
import { buildGroup } from '../../group/group.builder.ts'
import { buildUser } from '../../user/user.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { setUpInvitations } from './invitation.fixture.ts'

const { server, db, newEmail, buildTeam, invite, list, read, accept, invited } = await setUpInvitations()

const withdraw = (id: string, token: string) => server.call('invitation.withdraw', { params: { id } }, token)

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
