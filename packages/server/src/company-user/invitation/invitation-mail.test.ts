/** Invitations on an installation with a real mail server that accepts or refuses emails. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { listJobs } from '../../platform/jobs/job-list.fixture.ts'
import { sendMail } from '../../platform/mail/index.ts'

const mails: Email[] = []
const refusal = (code: number) => Object.assign(new Error('not here'), { responseCode: code })
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onRcptTo({ address }, _, done) {
    if (address.startsWith('nobody')) done(refusal(550))
    else if (address.startsWith('later')) done(refusal(450))
    else done()
  },
  onData(stream, _, done) {
    const receive = async () => void mails.push(await PostalMime.parse(await buffer(stream)))
    callbackify(receive)(done)
  },
})
smtp.on('error', () => undefined)
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
const { port } = smtp.server.address() as AddressInfo

const config = { smtpUrl: `smtp://127.0.0.1:${port}`, publicUrl: 'https://docs.halden.example' }
const server = await startTestServer({ config })
/** Sends its emails. */
const working = await startTestServer({ config, roles: ['api', 'worker'] })

async function inviter({ isConfirmed = true, on = server } = {}) {
  const company = await buildCompany(on.db)
  if (isConfirmed)
    await on.db
      .updateTable('users')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', company.owner.id)
      .execute()
  return on.signIn(company.owner, company)
}

const invite = (token: string, email: string) =>
  server.call('invitation.invite', { body: { firstName: 'Noor', lastName: 'Haddad', email, role: 'user' } }, token)

test('the URL of an emailed invitation is shown only in the email, and joining through it confirms the address', async () => {
  expect((await invite(await inviter(), 'noor@halden.example')).ok).toEqual({ success: true })
  const mail = mails.find(({ to }) => to?.some(({ address }) => address === 'noor@halden.example'))
  const address = /https:\/\/docs\.halden\.example\/signup\/([\w-]{43})/.exec(mail?.text ?? '')
  const body = { password: 'correct horse battery' }
  const { user } = (await server.call('invitation.accept', { params: { token: address?.[1] ?? '' }, body })).ok
  const row = await server.db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('email_confirmed_at')
    .executeTakeFirstOrThrow()
  expect(row.email_confirmed_at).not.toBeNull()
})

test('a nonexistent mailbox is reported immediately, with the URL to pass on', async () => {
  const { warning, address } = (await invite(await inviter(), 'nobody@halden.example')).ok
  expect(warning).toBe('The invitation email could not be sent. Copy the invitation link and share it.')
  const token = address?.split('/').at(-1) ?? ''
  const { user } = (
    await server.call('invitation.accept', { params: { token }, body: { password: 'correct horse battery' } })
  ).ok
  const row = await server.db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('email_confirmed_at')
    .executeTakeFirstOrThrow()
  expect(row.email_confirmed_at, 'whoever passed it on could have used it').toBeNull()
})

test('the list of invitations shows which emails of a batch were refused, until the person is invited again', async () => {
  const token = await inviter({ on: working })
  const refused = async () => {
    const { items } = (await working.call('invitation.list', {}, token)).ok
    return items.filter((item) => item.isMailRefused).map(({ email }) => email)
  }
  const emails = ['nobody-there@halden.example', 'sara@halden.example', 'later-there@halden.example']
  await working.call('invitation.invite', { body: { emails, role: 'user' } }, token)
  await vi.waitFor(async () => expect(await refused()).toEqual(['nobody-there@halden.example']), { timeout: 10_000 })
  await vi.waitUntil(() => mails.some(({ to }) => to?.some(({ address }) => address === 'sara@halden.example')))
  const again = { email: 'nobody-there@halden.example', role: 'user' as const, sendEmail: false }
  expect((await working.call('invitation.invite', { body: again }, token)).status).toBe(200)
  expect(await refused()).toEqual([])
})

test('the list of invitations shows that the email of a single one was refused', async () => {
  const token = await inviter()
  await invite(token, 'nobody-alone@halden.example')
  await invite(token, 'yuki@halden.example')
  const { items } = (await server.call('invitation.list', {}, token)).ok
  expect(items.map(({ email, isMailRefused }) => [email, isMailRefused])).toEqual([
    ['yuki@halden.example', false],
    ['nobody-alone@halden.example', true],
  ])
})

test('an email that may be sent later is left to the job, and the warning is still shown', async () => {
  const { warning } = (await invite(await inviter(), 'later@halden.example')).ok
  expect(warning).toContain('could not be sent')
  const jobs = await listJobs(server.db, [sendMail], 'send-mail')
  expect(JSON.stringify(jobs)).toContain('later@halden.example')
  expect(JSON.stringify(jobs), 'the list hides the address').not.toContain('/signup/')
})

test('the emails of several invitations are left to the job, and nobody else gets their links', async () => {
  const emails = ['mara@halden.example', 'omar@halden.example']
  const token = await inviter()
  const answer = await server.call('invitation.invite', { body: { emails, role: 'user' } }, token)
  expect(answer.ok).toEqual({ success: true, results: emails.map((email) => ({ email, outcome: 'invited' })) })
  for (const email of emails) expect(await listJobs(server.db, [sendMail], email)).toHaveLength(1)
})

test('a person with an unconfirmed address cannot invite anyone', async () => {
  const answer = await invite(await inviter({ isConfirmed: false }), 'early@halden.example')
  expect(answer.status).toBe(422)
  expect(answer.error).toMatchObject({ code: 'email_not_confirmed', error: 'Please confirm your email first' })
  const body = { emails: ['early@halden.example', 'first@halden.example'], role: 'user' as const }
  const several = await server.call('invitation.invite', { body }, await inviter({ isConfirmed: false }))
  expect(several.error.code).toBe('email_not_confirmed')
})

test('a person with an unconfirmed address cannot send emails by creating accounts either', async () => {
  const token = await inviter({ isConfirmed: false })
  const body = { firstName: 'Noor', lastName: 'Haddad', email: 'made@halden.example', role: 'user' as const }
  expect((await server.call('companyUser.create', { body }, token)).error.code).toBe('email_not_confirmed')
  expect(mails.some((mail) => mail.to?.[0]?.address === body.email)).toBe(false)
})
