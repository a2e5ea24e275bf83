import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aChannel, startSlackServer } from '../../test/servers/slack-server.ts'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft, type BuiltArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWorkspace, type BuiltWorkspace } from '../workspace/workspace.builder.ts'
import { postPublication } from './post-publication.ts'
import { connect, slackServices } from './slack.fixture.ts'

const slack = await startSlackServer()
afterAll(() => slack.close())
const server = await startTestServer({ roles: ['api', 'collab', 'worker'], config: { slack: slack.settings } })
const { db } = server
const installation = { server, slack }
const company = await buildCompany(db)
const token = await server.signIn(company.owner, company)
const author = await buildMember(db, company, { user: await buildUser(db, { firstName: 'Ines', lastName: 'Okafor' }) })
const services = { db, slack: slackServices(slack, 'https://know.example.org') }

let workspace: BuiltWorkspace
let article: BuiltArticle
beforeEach(async () => {
  workspace = await buildWorkspace(db, { company, title: 'Field work' })
  article = await buildArticle(db, { workspace, author, title: 'Climbing a <mast> & more' })
  slack.messages.length = 0
  slack.requests.length = 0
})

const later: Date[] = []
const postLater = async (startAfter: Date) => void later.push(startAfter)
const aPublication = () => ({ publicationId: newId(), articleId: article.id, workspaceId: workspace.id })
const post = (publication = aPublication(), now?: Date) => postPublication(services, publication, postLater, now)

const teamToken = () => `xoxb-${workspace.shortId}`
const connectWith = (channel: Parameters<typeof aChannel>[0] = {}) =>
  connect(installation, workspace.id, token, {
    channel: aChannel(channel),
    token: teamToken(),
    team: { id: `T-${workspace.shortId}`, name: 'Halden' },
  })
const integration = async ({ id } = workspace) =>
  (await server.call('workspace.get', { params: { id } }, token)).ok.workspace.slackIntegration

async function publish(isNotification: boolean, into = workspace): Promise<void> {
  const draft = await buildDraft(db, { workspace: into, author: company.owner, title: 'How to splice' })
  await server.call('article.save', { params: { id: draft.id }, body: { isPublish: true, isNotification } }, token)
}
const countJobs = async () =>
  (
    await sql`select from pgboss.job where name = 'post-to-slack' and data ->> 'workspaceId' = ${workspace.id}`.execute(
      db,
    )
  ).rows.length

describe('publishing', () => {
  test('with notification posts title, author and link to the channel, and nothing of the content', async () => {
    await connectWith()
    slack.misbehave('chat.postMessage', { status: 429, retryAfter: 1 })
    await publish(true)
    await expect.poll(() => slack.messages, { timeout: 20_000 }).toHaveLength(1)
    const [message] = slack.messages
    expect(message?.channel).toBe('#support-knowledge')
    const [first, second, ...others] = message?.text.split('\n') ?? []
    expect(first).toMatch(
      new RegExp(
        `^\\*<${server.url.replace('127.0.0.1', 'localhost')}/b/${workspace.shortId}/field-work/\\w{10}/how-to-splice\\|How to splice>\\*$`,
      ),
    )
    expect([second, others]).toEqual([`by ${company.owner.firstName} ${company.owner.lastName}`, []])
    expect(await countJobs()).toBe(2)
  })

  test('without notification, or in a workspace without connection, posts nothing', async () => {
    await publish(true)
    await connectWith()
    await publish(false)
    expect(await countJobs()).toBe(0)
  })
})

describe('a post', () => {
  test('shows the title as text, without a preview', async () => {
    await connectWith()
    expect(await post()).toBe('Posted')
    const address = `https://know.example.org/b/${workspace.shortId}/field-work/${article.shortId}/climbing-a-mast-more`
    expect(slack.messages.map(({ text }) => text)).toEqual([
      `*<${address}|Climbing a &lt;mast&gt; &amp; more>*\nby Ines Okafor`,
    ])
    const sent = slack.requests.findLast(({ method }) => method === 'chat.postMessage')
    expect(sent).toMatchObject({ token: teamToken(), fields: { unfurl_links: 'false', unfurl_media: 'false' } })
  })

  test('is sent once, however often its job runs', async () => {
    await connectWith()
    const publication = aPublication()
    for (let run = 0; run < 3; run++) await post(publication)
    expect(slack.messages).toHaveLength(1)
  })

  test('keeps its id when the answer of Slack is lost', async () => {
    await connectWith()
    const publication = aPublication()
    slack.misbehave('chat.postMessage', 'lose')
    await expect(post(publication)).rejects.toMatchObject({ kind: 'unreachable' })
    await post(publication)
    expect(new Set(slack.messages.map(({ id }) => id))).toEqual(new Set([publication.publicationId]))
  })

  test.each([['drop' as const], [{ status: 500 }], [{ status: 503 }], [{ error: 'internal_error' }]])(
    'is tried again by its job after %j',
    async (how) => {
      await connectWith()
      slack.misbehave('chat.postMessage', how)
      const failed = await post().catch((error: unknown) => error)
      expect(failed).toMatchObject({ name: 'SlackError', kind: 'unreachable' })
      expect(String((failed as Error).stack)).not.toContain('xoxb')
      expect(await integration()).toMatchObject({ failure: null })
      expect(await post()).toBe('Posted')
    },
  )

  test('waits as long as Slack asks, and no longer than a day', async () => {
    await connectWith()
    slack.misbehave('chat.postMessage', { status: 429, retryAfter: 90 }, { status: 429, retryAfter: 90 })
    later.length = 0
    const now = new Date()
    expect(await post(aPublication(), now)).toContain('90 s')
    expect(later).toEqual([new Date(now.getTime() + 90_000)])
    const tomorrow = new Date(now.getTime() + 86_500_000)
    await expect(post(aPublication(), tomorrow)).rejects.toMatchObject({ name: 'PermanentFailure' })
    expect(later).toHaveLength(1)
  })

  test('reaches a private channel, which the bot cannot see, by its webhook', async () => {
    await connectWith({ isPrivate: true, name: 'secret-plans' })
    expect(await post()).toBe('Posted')
    expect(slack.messages).toMatchObject([{ channel: 'secret-plans', via: 'webhook' }])
  })

  test.each([
    [{ status: 429, retryAfter: 7 }, 'Slack limits requests; posted again in 7 s'],
    [{ status: 404 }, null],
    [{ status: 502 }, null],
    ['drop' as const, null],
  ])('by webhook obeys %j', async (how, line) => {
    await connectWith({ isPrivate: true })
    slack.misbehave('webhook', how)
    if (line === null) await expect(post()).rejects.toThrow()
    else expect(await post()).toBe(line)
  })

  test.each(['token_revoked', 'invalid_auth', 'account_inactive'])(
    'that Slack refuses with %s ends the connection and deletes the token',
    async (code) => {
      await connectWith()
      slack.revoke(teamToken(), code)
      expect(await post()).toBe(`Slack refused it: ${code}`)
      expect(await integration()).toMatchObject({ channel: '#support-knowledge', failure: 'revoked' })
      const { rows } = await sql`select secrets from slack_connections where workspace_id = ${workspace.id}`.execute(db)
      expect(rows).toEqual([{ secrets: null }])
      await publish(true)
      expect(await countJobs()).toBe(0)
    },
  )

  test('to an archived channel is noted, and the note goes when a post arrives again', async () => {
    const channel = aChannel({ isArchived: true })
    await connect(installation, workspace.id, token, { channel, token: teamToken() })
    expect(await post()).toBe('Slack refused it: is_archived')
    expect(await integration()).toMatchObject({ failure: 'channel_gone' })
    channel.isArchived = false
    expect(await post()).toBe('Posted')
    expect(await integration()).toMatchObject({ failure: null })
  })

  test('to a channel that is gone is noted', async () => {
    await connectWith({ isPrivate: true, isArchived: true })
    expect(await post()).toBe('Slack refused it: channel_is_archived')
    expect(await integration()).toMatchObject({ failure: 'channel_gone' })
  })

  test('does not end a connection that was made in the meantime', async () => {
    await connectWith()
    slack.misbehave('chat.postMessage', { error: 'token_revoked' })
    const { client } = services.slack
    const slow: typeof client = {
      ...client,
      async post(...given) {
        await connectWith()
        await client.post(...given)
      },
    }
    const parts = { db, slack: { ...services.slack, client: slow } }
    await postPublication(parts, aPublication(), postLater)
    expect(await integration()).toMatchObject({ failure: null })
  })

  test.each([
    ['a deleted article', 'update articles set deleted_at = now() where id = $article'],
    ['an archived article', 'update articles set is_archived = true where id = $article'],
    ['an article that moved', 'update articles set workspace_id = null where id = $article'],
    ['a deleted workspace', 'update workspaces set deleted_at = now() where id = $workspace'],
    ['an archived workspace', 'update workspaces set is_archived = true where id = $workspace'],
    ['a disconnected workspace', 'delete from slack_connections where workspace_id = $workspace'],
  ])('of %s is not sent', async (_, statement) => {
    await connectWith()
    const ids = { $article: article.id, $workspace: workspace.id }
    const text = Object.entries(ids).reduce((sum, [name, id]) => sum.replace(name, `'${id}'`), statement)
    await sql.raw(text).execute(db)
    expect(await post()).toBe('The article or the connection is gone')
    expect(slack.messages).toEqual([])
  })
})
