import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { signSlackEvent, startSlackServer } from '../../test/servers/slack-server.ts'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft, type BuiltArticle } from '../article/article.builder.ts'
import { buildCompany } from '../company/company.builder.ts'
import { buildWorkspace, type BuiltWorkspace } from '../workspace/workspace.builder.ts'
import { connect, SlackBrowser, slackServices } from './slack.fixture.ts'
import { unfurlLinks } from './unfurl-links.ts'
import { unfurlSlackLinks } from './unfurl-slack-links.job.ts'

const slack = await startSlackServer()
afterAll(() => slack.close())
const publicUrl = 'http://know.example.org'
const server = await startTestServer({ config: { slack: slack.settings } })
const off = await startTestServer({ config: { slack: null } })
const { db } = server
const installation = { server, slack }
const company = await buildCompany(db)
const token = await server.signIn(company.owner, company)
const services = { db, slack: slackServices(slack, publicUrl) }
const ownUrl = server.url.replace('127.0.0.1', 'localhost')

let team: { id: string; name: string }
let workspace: BuiltWorkspace
let article: BuiltArticle
beforeEach(async () => {
  team = { id: `T-${newId()}`, name: 'Halden' }
  workspace = await buildWorkspace(db, { company, title: 'Field work' })
  article = await buildArticle(db, { workspace, author: company.owner, title: 'Climbing a mast' })
  await connect(installation, workspace.id, token, { team, token: `xoxb-${team.id}` })
  slack.unfurls.length = 0
})

const send = async (message: object, sign = signSlackEvent, to = server) => {
  const body = JSON.stringify(message)
  const headers = sign(body, slack.settings.signingSecret)
  const response = await fetch(`${to.url}/api/integration/slack/events`, { method: 'POST', body, headers })
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}

const anEvent = (event: object, change: object = {}) => ({
  type: 'event_callback',
  event_id: `Ev-${newId()}`,
  event_time: Math.floor(Date.now() / 1000) + 1,
  team_id: team.id,
  event,
  ...change,
})

const shared = (urls: readonly string[], change: object = {}) => ({
  type: 'link_shared',
  channel: 'C9',
  message_ts: '1.9',
  links: urls.map((url) => ({ url, domain: 'know.example.org' })),
  ...change,
})

const addressOf = (of: { shortId: string }, base = ownUrl) =>
  `${base}/b/${workspace.shortId}/field-work/${of.shortId}/x`

/** Runs the queued jobs, like a worker. Returns the number of jobs. */
async function settle(): Promise<number> {
  const { rows } = await sql<{ data: unknown }>`
    delete from pgboss.job where name = 'unfurl-slack-links' returning data
  `.execute(db)
  for (const { data } of rows) await unfurlLinks(services, unfurlSlackLinks.payload.parse(data))
  return rows.length
}

const shownLinks = () =>
  slack.unfurls.flatMap(({ fields }) => Object.keys(JSON.parse(String(fields['unfurls'])) as object))
const integration = async () =>
  (await server.call('workspace.get', { params: { id: workspace.id } }, token)).ok.workspace.slackIntegration

describe('a message of Slack', () => {
  test('answers the verification of the address', async () => {
    const { status, answer } = await send({ type: 'url_verification', challenge: 'abc' })
    expect([status, answer]).toEqual([200, { challenge: 'abc' }])
  })

  test('is refused with a wrong signature, an old time or a changed byte, and changes nothing', async () => {
    const message = anEvent({ type: 'app_uninstalled' })
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    const wrongs: (typeof signSlackEvent)[] = [
      (body) => signSlackEvent(body, 'another secret'),
      (body, secret) => signSlackEvent(body, secret, minutes(-6)),
      (body, secret) => signSlackEvent(body, secret, minutes(6)),
      (body, secret) => signSlackEvent(`${body} `, secret),
      (body, secret) => ({ ...signSlackEvent(body, secret), 'x-slack-signature': 'v0=00' }),
      () => ({ 'content-type': 'application/json' }),
    ]
    for (const wrong of wrongs)
      expect(await send(message, wrong)).toMatchObject({ status: 403, answer: { code: 'webhook_not_signed' } })
    expect(await integration()).toMatchObject({ failure: null })
    expect((await send({ type: 'something' })).status).toBe(400)
  })

  test.each([
    ['app_uninstalled', {}],
    ['tokens_revoked', { tokens: { oauth: [], bot: ['UBOT'] } }],
  ])('%s ends the connections of its team', async (type, details) => {
    await send(anEvent({ type, ...details }, { team_id: 'T-other' }))
    await send(anEvent({ type: 'tokens_revoked', tokens: { oauth: ['U1'], bot: ['UOTHER'] } }))
    // Repeated late: it is older than the connection.
    await send(anEvent({ type, ...details }, { event_time: Math.floor(Date.now() / 1000) - 60 }))
    expect(await integration()).toMatchObject({ failure: null })
    expect((await send(anEvent({ type, ...details }))).status).toBe(200)
    expect(await integration()).toMatchObject({ teamName: 'Halden', failure: 'revoked' })
  })
})

describe('a link in Slack', () => {
  test('shows title, author and workspace of an article in a connected workspace, once', async () => {
    const url = addressOf(article)
    const message = anEvent(shared([url, `${ownUrl}/article/${article.id}`]))
    expect((await send(message)).status).toBe(200)
    expect((await send(message)).status).toBe(200)
    expect(await settle()).toBe(1)
    expect(slack.unfurls).toHaveLength(1)
    const [{ token: by, fields } = { token: null, fields: {} as Record<string, unknown> }] = slack.unfurls
    expect([by, fields['channel'], fields['ts']]).toEqual([`xoxb-${team.id}`, 'C9', '1.9'])
    const cards = JSON.parse(String(fields['unfurls'])) as Record<string, { blocks: unknown[] }>
    expect(Object.keys(cards)).toEqual([url, `${ownUrl}/article/${article.id}`])
    const author = `${company.owner.firstName} ${company.owner.lastName}`
    expect(cards[url]?.blocks).toMatchObject([
      { type: 'section', text: { type: 'plain_text', text: 'Climbing a mast' } },
      { type: 'context', elements: [{ type: 'plain_text', text: `${author} · Field work` }] },
    ])
  })

  test('in a message that is being written is shown there', async () => {
    await send(anEvent(shared([addressOf(article)], { unfurl_id: 'U-1', source: 'composer' })))
    await settle()
    expect(slack.unfurls[0]?.fields).toMatchObject({ unfurl_id: 'U-1', source: 'composer' })
  })

  test('shows nothing that the connected workspace does not contain', async () => {
    const other = await buildWorkspace(db, { company })
    const foreign = await buildWorkspace(db)
    const elsewhere = await Promise.all([other, foreign].map((one) => buildArticle(db, { workspace: one })))
    const draft = await buildDraft(db, { workspace, author: company.owner })
    const archived = await buildArticle(db, { workspace })
    await sql`update articles set is_archived = true where id = ${archived.id}`.execute(db)
    const urls = [...elsewhere, draft, archived].map((one) => addressOf(one))
    urls.push(addressOf(article, 'https://elsewhere.example.org'), `${ownUrl}/b/shared/${'a'.repeat(32)}`, 'no url')
    await send(anEvent(shared(urls)))
    expect(await settle()).toBe(0)
    // The one that may be shown does not take others with it.
    await send(anEvent(shared([...urls, addressOf(article)])))
    await settle()
    expect(shownLinks()).toEqual([addressOf(article)])
  })

  test('shows nothing to another team, or in a channel that is shared with another organization', async () => {
    await send(anEvent(shared([addressOf(article)]), { team_id: 'T-other' }))
    await send(anEvent(shared([addressOf(article)]), { is_ext_shared_channel: true }))
    expect(await settle()).toBe(0)
  })

  test('that was removed before the job ran is not shown', async () => {
    await send(anEvent(shared([addressOf(article)])))
    await server.call('slack.disconnect', { params: { id: workspace.id } }, token)
    await settle()
    expect(slack.unfurls).toEqual([])
  })

  test('waits if Slack limits requests, is tried again after an error, and ends a revoked connection', async () => {
    const given = {
      teamIds: [team.id],
      target: { channel: 'C9', ts: '1.9' },
      links: [{ url: addressOf(article), articleId: article.shortId }],
    }
    slack.misbehave('chat.unfurl', { status: 429, retryAfter: 12 }, { status: 500 }, { error: 'cannot_unfurl_url' })
    expect(await unfurlLinks(services, given)).toMatchObject({ waitSeconds: 12 })
    await expect(unfurlLinks(services, given)).rejects.toMatchObject({ name: 'SlackError', kind: 'unreachable' })
    await expect(unfurlLinks(services, given)).rejects.toMatchObject({ name: 'PermanentFailure' })
    slack.revoke(`xoxb-${team.id}`)
    await unfurlLinks(services, given)
    expect(await integration()).toMatchObject({ failure: 'revoked' })
  })
})

test('without settings, nothing is offered and every call says that Slack is off', async () => {
  const own = await buildCompany(off.db)
  const by = await off.signIn(own.owner, own)
  const { id } = await buildWorkspace(off.db, { company: own })
  const { workspace: shown } = (await off.call('workspace.get', { params: { id } }, by)).ok
  expect(shown).toMatchObject({ isSlackAvailable: false, slackIntegration: null })
  const refused = { status: 503, code: 'slack_off' }
  expect((await off.call('slack.disconnect', { params: { id } }, by)).error.code).toBe('slack_off')
  expect(await new SlackBrowser(off).begin(id, by)).toMatchObject(refused)
  expect(await new SlackBrowser(off).get('/api/integration/slack/callback?code=1&state=2')).toMatchObject(refused)
  expect(await send({ type: 'url_verification', challenge: 'a' }, signSlackEvent, off)).toMatchObject({ status: 503 })
})
