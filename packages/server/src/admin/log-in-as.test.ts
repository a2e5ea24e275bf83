/** An operator who is logged in as the owner of a company. */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildWorld, sampleRequests, type CallName, type World } from '../../test/world.ts'

const server = await startTestServer()
const { db } = server

async function logInAs(world: World): Promise<string> {
  const operator = await server.signIn(world.people.superAdmin, world.thirdCompany)
  const { token } = (await server.call('admin.logInAs', { params: { id: world.company.id } }, operator)).ok
  return (await server.call('session.logIn', { body: { token } })).ok.token
}

/** Passwords, emails, second factors, keys, webhooks, Slack, other sessions, other companies, and everything that leaves as a file. */
const refused: readonly CallName[] = [
  'ai.check',
  'ai.saveSettings',
  'apiKey.create',
  'apiKey.revoke',
  'article.videos',
  'audit.csv',
  'billing.checkout',
  'billing.createTransaction',
  'billing.invoice',
  'billing.pause',
  'billing.resume',
  'billing.update',
  'billing.updatePayment',
  'calendar.save',
  'company.create',
  'company.switch',
  'importExport.exportArticle',
  'importExport.exportWorkspace',
  'importExport.getJob',
  'importExport.listJobs',
  'session.end',
  'session.endOthers',
  'session.extensionTicket',
  'transcription.captions',
  'twoFactor.confirm',
  'twoFactor.renewRecoveryCodes',
  'twoFactor.start',
  'twoFactor.turnOff',
  'user.confirmEmail',
  'user.updateMe',
  'slack.connect',
  'webhook.create',
  'webhook.remove',
  'webhook.rotateSecret',
  'webhook.save',
  'webhook.secret',
  'webhook.sendAgain',
  'webhook.sendTest',
]

const calls = Object.entries(catalogue).flatMap(([feature, set]) =>
  Object.entries(set).map(([name, call]) => [`${feature}.${name}` as CallName, call as Call] as const),
)

describe('every call in the session of an operator', () => {
  let world: World
  let token = ''
  beforeAll(async () => {
    world = await buildWorld(db)
    token = await logInAs(world)
  })
  // Reading first, because others remove what is read.
  const ordered = calls.toSorted(([, a], [, b]) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))

  test.each(ordered.filter(([name]) => name !== 'session.logOut').map(([name]) => [name]))('%s', async (name) => {
    const credentials = () => credentialsOf(world)
    const before = await credentials()
    const answer = await server.call(name, sampleRequests[name](world) as never, token)
    if (refused.includes(name)) expect([answer.status, answer.error.code]).toEqual([403, 'operator_session'])
    else if (answer.status === 403) expect(answer.error.code).not.toBe('operator_session')
    // An owner who is not a super admin reaches no back office, not even an operator logged in as them.
    if (/^(admin|billingAdmin)\./.test(name)) expect(answer.status).toBe(404)
    expect(await credentials()).toEqual(before)
  })
})

/** The owner's credentials, and the sessions without a fixed end. */
async function credentialsOf({ company }: World) {
  const { rows } = await sql`
    select u.email, u.pending_email, u.password_hash,
      (select count(*)::int from two_factors t where t.user_id = u.id) as factors,
      (select count(*)::int from recovery_codes t where t.user_id = u.id) as codes,
      (select count(*)::int from sessions s where s.user_id = u.id
        and (s.kind <> 'admin' or s.expires_at > now() + interval '1 hour')) as sessions
    from users u where u.id = ${company.owner.id}
  `.execute(db)
  return rows
}

test('the token works once and within a minute; the session ends after an hour, however much it is used', async () => {
  const world = await buildWorld(db)
  const operator = await server.signIn(world.people.superAdmin, world.thirdCompany)
  const { token: oneUse, url } = (await server.call('admin.logInAs', { params: { id: world.company.id } }, operator)).ok
  expect(url).toBe(`${server.url.replace('127.0.0.1', 'localhost')}/#/login/${oneUse}`)
  const { rows: tokens } = await sql<{ seconds: number }>`
    select extract(epoch from expires_at - now())::float8 as seconds from one_use_tokens where purpose = 'log-in'
    order by created_at desc limit 1`.execute(db)
  expect(tokens[0]?.seconds).toBeLessThanOrEqual(60)
  const { token, user } = (await server.call('session.logIn', { body: { token: oneUse } })).ok
  expect(user).toMatchObject({ id: world.company.owner.id, isSuperAdmin: false })
  expect(user.loggedInAs?.operatorName).toBe('Ines Okafor')
  expect((await server.call('session.logIn', { body: { token: oneUse } })).error.code).toBe('link_used')
  await sql`update sessions set last_used_at = now() - interval '20 minutes' where kind = 'admin'`.execute(db)
  expect((await server.call('company.status', {}, token)).status).toBe(200)
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from expires_at - now())::float8 / 60 as minutes from sessions
    where kind = 'admin' and user_id = ${world.company.owner.id}`.execute(db)
  expect(rows[0]?.minutes).toBeGreaterThan(58)
  expect(rows[0]?.minutes).toBeLessThanOrEqual(60)
})

test('a second factor of the owner does not stop it, and neither is the owner’s last sign-in changed', async () => {
  const world = await buildWorld(db)
  await sql`
    insert into two_factors (user_id, secret, confirmed_at) values (${world.company.owner.id}, 'x', now())`.execute(db)
  const token = await logInAs(world)
  expect((await server.call('user.me', {}, token)).ok.user.lastTimeLoggedIn).toBeNull()
})

test('company and operators see who was logged in, when and for how long, and what they did', async () => {
  const world = await buildWorld(db)
  const { company, colleague } = world
  const token = await logInAs(world)
  const role = { params: { id: colleague.id }, body: { role: 'moderator' as const } }
  await server.call('companyUser.setRole', role, token)
  await server.call('session.logOut', {}, token)
  const owner = await server.signIn(company.owner, company)
  const { entries } = (await server.call('audit.list', {}, owner)).ok
  expect(entries.map(({ action, user, operator }) => [action, user?.id, operator?.id])).toEqual([
    ['signed_in', company.owner.id, undefined],
    ['login_as_left', world.people.superAdmin.id, undefined],
    ['role_changed', company.owner.id, world.people.superAdmin.id],
    ['logged_in_as', world.people.superAdmin.id, undefined],
  ])
  expect(entries[1]?.details).toEqual({ minutes: 1 })
  expect(entries[2]).toMatchObject({ before: { role: 'user' }, details: { role: 'moderator' } })
  expect((await server.call('user.me', {}, token)).status).toBe(401)
})
