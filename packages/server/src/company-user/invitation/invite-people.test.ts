import { expect, test } from 'vitest'
import { buildMember } from '../../company/company.builder.ts'
import { listJobs } from '../../platform/jobs/job-list.fixture.ts'
import { sendMail } from '../../platform/mail/index.ts'
import { buildUser } from '../../user/user.builder.ts'
import { password, setUpInvitations } from './invitation.fixture.ts'

const { server, db, newEmail, buildTeam, invite, list, accept } = await setUpInvitations()

const invitePeople = (token: string, emails: string[], change: object = {}) =>
  server.call('invitation.invite', { body: { emails, role: 'user', ...change } }, token)
const outcomes = (results: readonly { email: string; outcome: string }[] | undefined) =>
  results?.map(({ email, outcome }) => [email, outcome])
const mailsTo = (email: string) => listJobs(db, [sendMail], email)

test('several people are invited with one role, each with an email and a link of their own', async () => {
  const { owner } = await buildTeam()
  const [one, other] = [newEmail(), newEmail()]
  const { warning, results } = (await invitePeople(owner, [one, other], { role: 'moderator' })).ok
  expect(outcomes(results)).toEqual([
    [one, 'invited'],
    [other, 'invited'],
  ])
  expect(warning).toBe('Email isn’t set up. Copy the invitation links and share them.')
  expect((await list(owner)).map(({ email, role }) => [email, role])).toEqual(
    expect.arrayContaining([
      [one, 'moderator'],
      [other, 'moderator'],
    ]),
  )
  expect(await mailsTo(one)).toHaveLength(1)
  expect(await mailsTo(other)).toHaveLength(1)
  const token = results?.[1]?.address?.split('/signup/')[1] ?? ''
  const { user } = (await accept(token, { password, firstName: 'Omar', lastName: 'Said' })).ok
  expect([user.email, user.role]).toEqual([other, 'moderator'])
})

test('each address has its own result, and one that cannot be invited does not prevent the others', async () => {
  const { company, owner, moderatorToken } = await buildTeam()
  const jonas = await buildUser(db, { firstName: 'Jonas', lastName: 'Lindqvist' })
  await buildMember(db, company, { user: jonas })
  const [fresh, above] = [newEmail(), newEmail()]
  await invite(owner, { email: above, role: 'admin' })
  const { results } = (
    await invitePeople(moderatorToken, [jonas.email, ' no address ', above, fresh, fresh.toUpperCase()])
  ).ok
  expect(results).toEqual([
    { email: jonas.email, outcome: 'already_member', message: 'Jonas Lindqvist already uses this address.' },
    { email: 'no address', outcome: 'invalid', message: 'Please enter a valid email' },
    { email: above, outcome: 'already_invited', message: 'An administrator has already invited this person.' },
    { email: fresh.toUpperCase(), outcome: 'invited', address: expect.stringContaining('/signup/') as string },
  ])
  expect((await list(owner)).map(({ email, role }) => [email.toLowerCase(), role])).toEqual([
    [fresh, 'user'],
    [above, 'admin'],
  ])
})

test('people over the limit of an hour are not invited, and nothing of them is written', async () => {
  const { company, owner } = await buildTeam()
  const sends = Array.from({ length: 98 }, () => ({ company_id: company.id }))
  await db.insertInto('invitation_sends').values(sends).execute()
  const emails = Array.from({ length: 4 }, newEmail)
  const { results } = (await invitePeople(owner, emails)).ok
  expect(results?.map(({ outcome }) => outcome)).toEqual(['invited', 'invited', 'limit_reached', 'limit_reached'])
  expect(results?.[3]).toMatchObject({ message: 'A company can invite 100 people an hour. Please try again later.' })
  expect(await list(owner)).toHaveLength(2)
  expect(await mailsTo(emails[1] ?? '')).toHaveLength(1)
  expect(await mailsTo(emails[2] ?? '')).toHaveLength(0)
})

test('without emails only the links are returned', async () => {
  const { owner } = await buildTeam()
  const email = newEmail()
  const { warning, results } = (await invitePeople(owner, [email], { sendEmail: false })).ok
  expect(warning).toBeUndefined()
  expect(results?.[0]?.address).toContain('/signup/')
  expect(await mailsTo(email)).toHaveLength(0)
})

test('every invited person has an entry in the audit log, nobody else', async () => {
  const { company, owner, admin } = await buildTeam()
  const email = newEmail()
  expect((await invitePeople(owner, [email, admin.email, 'nobody'])).status).toBe(200)
  const entries = await db
    .selectFrom('audit_entries')
    .where('company_id', '=', company.id)
    .where('action', '=', 'user_invited')
    .select(['details', 'user_id'])
    .execute()
  expect(entries).toEqual([{ details: { email, role: 'user' }, user_id: company.owner.id }])
})

test('a role above one’s own, more than a hundred people, and names are refused as a whole', async () => {
  const { owner, moderatorToken } = await buildTeam()
  const emails = [newEmail(), newEmail()]
  expect((await invitePeople(moderatorToken, emails, { role: 'admin' })).error.code).toBe('role_not_allowed')
  const many = await invitePeople(owner, Array.from({ length: 101 }, newEmail))
  expect(many.error.errors).toEqual([{ field: 'emails', message: 'At most 100 people can be invited at a time' }])
  expect((await invitePeople(owner, [])).error.code).toBe('invalid_input')
  const named = await invitePeople(owner, emails, { firstName: 'Katarzyna' })
  expect(named.error.errors).toEqual([
    { field: 'emails', message: 'Several people are invited by their addresses alone' },
  ])
  const neither = await server.call('invitation.invite', { body: { role: 'user' } }, owner)
  expect(neither.error.errors).toEqual([{ field: 'email', message: 'Please enter a valid email' }])
  expect(await list(owner)).toEqual([])
})
