/** An operator who is logged in as the owner of a company. */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { deleteExpiredSessions } from '../user/session/session.queries.ts'
import { buildWorld, sampleRequests, type CallName, type World } from '../../test/world.ts'

const server = await startTestServer()
const { db } = server

async function logInAs(world: World): Promise<string> {
  const operator = await server.signIn(world.people.superAdmin, world.thirdCompany)
  const { token } = (await server.call('admin.logInAs', { params: { id: world.company.id } }, operator)).ok
  return (await server.call('session.logIn', { body: { token } })).ok.token
}

/**
 * Passwords, emails, second factors, keys, webhooks, Slack, other sessions, other companies, everything that leaves as a file, and
 * access that outlasts the session: accounts, invitations, roles, members of groups, shares and public links (0298).
 */
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
  'companyUser.create',
  'companyUser.setRole',
  'companyUser.setStatus',
  'group.addInvitedUser',
  'group.addUser',
  'importExport.exportArticle',
  'importExport.exportWorkspace',
  'importExport.getJob',
  'importExport.listJobs',
  'invitation.invite',
  'session.end',
  'session.endOthers',
  'session.extensionTicket',
  'share.addEntities',
  'share.save',
  'share.updateEntity',
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
  'workspaceRole.save',
  'workspaceRole.saveGroup',
]

/**
 * Reviewed: none of them does what is refused above. A new call fails until it is here, or refused. Those of the back
 * office find nothing, because the owner is not an operator. `article.duplicate` copies into the same workspace; `article.transfer`
 * refuses other companies itself, below.
 */
const allowedOfFeature: Readonly<Record<string, string>> = {
  account: 'requestPasswordReset resetPassword signUp',
  admin:
    'cleanVideos companyOwner companyStats companyUsers countJobs createDomain getCompany logInAs removeCompany removeDoneJobs removeJob removeUser resetJob searchCompanies searchJobs setAi setBilling setStatus setUserStatus stats',
  audit: 'csvOfAll list listAll',
  ai: 'ask generationStatus preferences rate savePreferences settings status usage',
  apiKey: 'list',
  article:
    'backlinks duplicate get list merge notes previews remove retryRendition save saveDraft setArchived transfer',
  articleVersion: 'get list remove',
  bot: 'get getForMeeting save',
  billing: 'history listPrices listSubscriptions paymentMethod seatCost transaction',
  billingAdmin: 'company dismissRefund replay replayUnapplied unapplied',
  calendar: 'events get select',
  comment: 'count create get list remove update',
  company: 'bySlug certificate domain info list paidStatus slug status update',
  companyUser: 'list remove',
  draft: 'append count discard discardHash get list remove',
  embed: 'title',
  errorReport: 'report',
  fileAttachment: 'upload url',
  importExport: 'importInto removeJob',
  finder: 'search',
  group: 'create get invitedUsers list remove removeInvitedUser removeUser save search users',
  image: 'upload url',
  invitation: 'accept get list withdraw',
  meeting: 'add count filters list remove saveSettings sendAgain settings',
  notification:
    'articleFollow followArticle followWorkspace follows list read readAll saveSettings settings unsubscribe workspaceFollow',
  health: 'health',
  reaction: 'create find list remove',
  review: 'confirm get remove save',
  search: 'addToHistory global history moveUpInHistory',
  session: 'connectExtension list logIn logOut providers ticket',
  share: 'entities get links removeEntity token',
  sharedBrowse: 'attachmentUrl check companyLogo imageUrl oembed open openPrivate unlock',
  systemCheck: 'read run',
  slack: 'disconnect',
  tag: 'search',
  template: 'create get list remove save',
  trash: 'list restore',
  transcription: 'editWords get renameSpeaker uploadCaptions words',
  twoFactor: 'get',
  user: 'firstSteps me',
  videoUpload: 'accept retry status url',
  webhook: 'deliveries get list',
  workspace:
    'articles articlesCount browse create editable favorite get getByShortId list remove save saveOrder setArchived',
  workspaceRole: 'list listGroups remove removeGroup',
}

const calls = Object.entries(catalogue).flatMap(([feature, set]) =>
  Object.entries(set).map(([name, call]) => [`${feature}.${name}` as CallName, call as Call] as const),
)

test('every call was reviewed: it is either refused or allowed', () => {
  const allowed = Object.entries(allowedOfFeature).flatMap(([feature, names]) =>
    names.split(' ').map((name) => `${feature}.${name}`),
  )
  expect([...refused, ...allowed].toSorted()).toEqual(calls.map(([name]) => name).toSorted())
})

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

test('an article is not moved to another company, whose people would keep access to it', async () => {
  const world = await buildWorld(db)
  const { owner } = world.company
  const token = await logInAs(world)
  const elsewhere = await buildCompany(db)
  await buildMember(db, elsewhere, { user: owner })
  const article = await buildArticle(db, { workspace: await buildWorkspace(db, { company: world.company, owner }) })
  const transferTo = async (company: BuiltCompany) => {
    const workspace = await buildWorkspace(db, { company, owner })
    const body = { companyId: company.id, workspaceId: workspace.id }
    return server.call('article.transfer', { params: { id: article.id }, body }, token)
  }
  const refusal = await transferTo(elsewhere)
  expect([refusal.status, refusal.error.code]).toEqual([403, 'operator_session'])
  expect((await transferTo(world.company)).status).toBe(200)
})

test('an operator does not send the bot of the person to another company', async () => {
  const world = await buildWorld(db)
  const token = await logInAs(world)
  const elsewhere = await buildCompany(db)
  await buildMember(db, elsewhere, { user: world.company.owner })
  const bot = { name: 'Knowreel', notesAutoGeneration: 'none' as const, eventId: null, workspaceId: null }
  const saveFor = ({ id: companyId }: BuiltCompany) =>
    server.call('bot.save', { body: { config: { ...bot, companyId } } }, token)
  const refusal = await saveFor(elsewhere)
  expect([refusal.status, refusal.error.code]).toEqual([403, 'operator_session'])
  expect((await saveFor(world.company)).status).toBe(200)
})

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
  await server.call('companyUser.remove', { params: { id: colleague.id } }, token)
  await server.call('session.logOut', {}, token)
  const owner = await server.signIn(company.owner, company)
  const { entries } = (await server.call('audit.list', {}, owner)).ok
  expect(entries.map(({ action, user, operator }) => [action, user?.id, operator?.id])).toEqual([
    ['signed_in', company.owner.id, undefined],
    ['login_as_left', world.people.superAdmin.id, undefined],
    ['user_removed', company.owner.id, world.people.superAdmin.id],
    ['logged_in_as', world.people.superAdmin.id, undefined],
  ])
  expect(entries[1]?.details).toEqual({ minutes: 1 })
  expect(entries[2]).toMatchObject({ before: { role: 'user' } })
  expect((await server.call('user.me', {}, token)).status).toBe(401)
})

test('the log also says for how long if the operator never leaves: the session is swept, or ended', async () => {
  const world = await buildWorld(db)
  await logInAs(world)
  await sql`
    update sessions set created_at = now() - interval '3 hours', expires_at = now() - interval '2 hours'
    where kind = 'admin' and user_id = ${world.company.owner.id}`.execute(db)
  await deleteExpiredSessions(db, 1000)
  const owner = await server.signIn(world.company.owner, world.company)
  const left = async () => {
    const { entries } = (await server.call('audit.list', { query: { action: 'login_as_left' } }, owner)).ok
    return entries.map(({ details, user, subject, occurredAt }) => ({
      minutes: details['minutes'],
      operator: user?.name,
      owner: subject?.title,
      hoursAgo: Math.round((Date.now() - Date.parse(occurredAt)) / 3_600_000),
    }))
  }
  const names = { operator: 'Ines Okafor', owner: expect.stringMatching(/\w/) as string }
  expect(await left()).toEqual([{ ...names, minutes: 60, hoursAgo: 2 }])

  await logInAs(world)
  await server.call('session.endOthers', {}, owner)
  expect(await left()).toEqual([
    { ...names, minutes: 1, hoursAgo: 0 },
    { ...names, minutes: 60, hoursAgo: 2 },
  ])
})
