import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aChannel, startSlackServer } from '../../test/servers/slack-server.ts'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { deleteSession } from '../user/index.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWorkspace, grantWorkspaceRole, type BuiltWorkspace } from '../workspace/workspace.builder.ts'
import { connect, SlackBrowser } from './slack.fixture.ts'

const slack = await startSlackServer()
afterAll(() => slack.close())
const server = await startTestServer({ config: { slack: slack.settings } })
const { db } = server
const installation = { server, slack }
const company = await buildCompany(db)
const token = await server.signIn(company.owner, company)

let workspace: BuiltWorkspace
beforeEach(async () => {
  workspace = await buildWorkspace(db, { company })
})

const integrationOf = async ({ id }: { id: string }, by = token) =>
  (await server.call('workspace.get', { params: { id } }, by)).ok.workspace
const disconnect = ({ id }: { id: string }, by: string | null = token) =>
  server.call('slack.disconnect', { params: { id } }, by)
const rowsOf = async ({ id }: { id: string }) =>
  (await sql<Record<string, unknown>>`select * from slack_connections where workspace_id = ${id}`.execute(db)).rows
const resultOf = ({ location }: { location: string | null }) =>
  new URL(location ?? '', server.url).searchParams.get('slack')
const tokenOf = (name: string) => `xoxb-${name}-${workspace.shortId}`

async function signInWith(role: 'editor' | 'admin'): Promise<string> {
  const user = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user, role })
  return server.signIn(user, company)
}

describe('connecting', () => {
  test('leads over Slack to the edit page, and shows team and channel but never the token', async () => {
    const browser = new SlackBrowser(server)
    const begun = await browser.begin(workspace.id, token)
    expect(begun.status).toBe(302)
    const slackPage = new URL(begun.location ?? '')
    expect(slackPage.origin + slackPage.pathname).toBe(`${slack.settings.origin}/oauth/v2/authorize`)
    expect(slackPage.searchParams.get('scope')).toBe(
      'incoming-webhook,chat:write,chat:write.public,links:read,links:write',
    )
    expect(slackPage.searchParams.get('redirect_uri')).toBe(`${server.url}/api/integration/slack/callback`)

    const secret = tokenOf('first')
    const callback = slack.approve(slackPage.href, { token: secret })
    const back = await browser.get(callback)
    expect(back.location).toMatch(new RegExp(`^/workspace/${workspace.shortId}/edit#code=.+&state=.+`))
    expect(await rowsOf(workspace)).toEqual([])
    expect(await browser.finish(callback, workspace.id, token)).toBe('connected')
    expect(await integrationOf(workspace)).toMatchObject({
      isSlackAvailable: true,
      slackIntegration: { channel: '#support-knowledge', teamName: 'Halden', accessToken: '•', failure: null },
    })
    const [row] = await rowsOf(workspace)
    expect(Buffer.from(row?.['secrets'] as Buffer).toString('latin1')).not.toContain('xoxb')
    expect(JSON.stringify(row)).not.toContain(secret)
    const entries = await sql<{ details: unknown; subject_title: string }>`
      select details, subject_title from audit_entries where action = 'slack_connected' and subject_id = ${workspace.id}
    `.execute(db)
    expect(entries.rows).toEqual([
      { details: { teamName: 'Halden', channel: '#support-knowledge' }, subject_title: workspace.title },
    ])
  })

  test('needs the right to manage the workspace', async () => {
    const browser = new SlackBrowser(server)
    const stranger = await buildCompany(db)
    const tries = [
      [await signInWith('admin'), 302, null],
      [await signInWith('editor'), 403, 'forbidden'],
      [await server.signIn(await buildMember(db, company), company), 404, 'workspace_not_found'],
      [await server.signIn(stranger.owner, stranger), 404, 'workspace_not_found'],
    ] as const
    for (const [by, status, code] of tries)
      expect(await browser.begin(workspace.id, by)).toMatchObject({ status, code })
    expect(await browser.get(`/api/integration/slack/${workspace.id}?token=${token}`)).toMatchObject({ status: 401 })
    expect(await browser.get(`/api/integration/slack/${workspace.id}`)).toMatchObject({ status: 401 })
  })

  test('uses a ticket once', async () => {
    const browser = new SlackBrowser(server)
    const ticket = (await server.call('session.ticket', {}, token)).ok.token
    const address = `/api/integration/slack/${workspace.id}?token=${ticket}`
    expect((await browser.get(address)).status).toBe(302)
    expect((await browser.get(address)).status).toBe(401)
  })

  test('is refused for personal and archived workspaces', async () => {
    const browser = new SlackBrowser(server)
    const { items } = (await server.call('workspace.list', {}, token)).ok
    const personal = items.find(({ visibility }) => visibility === 'personal')
    const archived = await buildWorkspace(db, { company, isArchived: true })
    expect((await browser.begin(personal?.id ?? '', token)).code).toBe('personal_workspace_fixed')
    expect((await browser.begin(archived.id, token)).code).toBe('workspace_archived')
  })

  test('returns to the page with the reason when a browser opens it and it is refused', async () => {
    const open = async (workspaceId: string, path = `/api/integration/slack/${workspaceId}?token=used`) => {
      const response = await server.http.inject({ url: path, headers: { 'sec-fetch-mode': 'navigate' } })
      return [response.statusCode, response.headers.location]
    }
    expect(await open(workspace.shortId)).toEqual([302, `/workspace/${workspace.shortId}/edit?slack=failed`])
    expect(await open(workspace.id)).toEqual([302, `/workspace/${workspace.id}/edit?slack=failed`])
    expect(await open('no%2Fworkspace')).toEqual([302, '/workspaces'])
    const superAdmin = await server.signIn(await buildUser(db, { isSuperAdmin: true }), null)
    const { token: oneUse } = (await server.call('admin.logInAs', { params: { id: company.id } }, superAdmin)).ok
    const operator = (await server.call('session.logIn', { body: { token: oneUse } })).ok.token
    const ticket = (await server.call('session.ticket', {}, operator)).ok.token
    const path = `/api/integration/slack/${workspace.shortId}?token=${ticket}`
    expect(await open(workspace.shortId, path)).toEqual([302, `/workspace/${workspace.shortId}/edit?slack=operator`])
  })

  test('ends with a message if the person cancels at Slack', async () => {
    const browser = new SlackBrowser(server)
    const { location } = await browser.begin(workspace.id, token)
    const state = new URL(location ?? '').searchParams.get('state') ?? ''
    const back = await browser.get(`/api/integration/slack/callback?error=access_denied&state=${state}`)
    expect(resultOf(back)).toBe('denied')
    expect(await rowsOf(workspace)).toEqual([])
  })

  test.each([
    ['an error', { status: 500 }],
    ['a refusal', { error: 'invalid_code' }],
    ['a lost connection', 'drop' as const],
    ['a limit', { status: 429, retryAfter: 1 }],
  ])('ends with a message after %s of Slack', async (_, how) => {
    slack.misbehave('oauth.v2.access', how)
    expect(await connect(installation, workspace.id, token)).toBe('slack_failed')
    expect(await rowsOf(workspace)).toEqual([])
  })

  test('works only in the session that began it, for its workspace, with its state, and once', async () => {
    const browser = new SlackBrowser(server)
    const begin = async () => slack.approve((await browser.begin(workspace.id, token)).location ?? '')
    // Somebody follows the link of another person, also in another session of the same person.
    for (const other of [await signInWith('admin'), await server.signIn(company.owner, company)])
      expect(await browser.finish(await begin(), workspace.id, other)).toBe('slack_expired')
    const other = await buildWorkspace(db, { company })
    expect(await browser.finish(await begin(), other.id, token)).toBe('slack_expired')
    const forged = (await begin()).replace(workspace.shortId, other.shortId)
    expect((await browser.get(forged)).location).toBe('/workspaces')
    expect((await browser.get('/api/integration/slack/callback?code=1&state=x.y.z')).location).toBe('/workspaces')
    expect(await rowsOf(workspace)).toEqual([])
    const callback = await begin()
    expect(await browser.finish(callback, workspace.id, token)).toBe('connected')
    expect(await browser.finish(callback, workspace.id, token)).toBe('slack_expired')
  })

  test('checks the session and the right again when Slack redirects back', async () => {
    const person = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: person, role: 'admin' })
    const browser = new SlackBrowser(server)
    const by = await server.signIn(person, company)
    const callback = slack.approve((await browser.begin(workspace.id, by)).location ?? '')
    await sql`update workspace_roles set role = 'editor' where user_id = ${person.id}`.execute(db)
    expect(await browser.finish(callback, workspace.id, by)).toBe('forbidden')
    await sql`update workspace_roles set role = 'admin' where user_id = ${person.id}`.execute(db)
    for (const { id } of (await sql<{ id: string }>`select id from sessions where user_id = ${person.id}`.execute(db))
      .rows)
      await deleteSession(db, id)
    const later = await server.signIn(person, company)
    expect(await browser.finish(callback, workspace.id, later)).toBe('slack_expired')
    expect(await rowsOf(workspace)).toEqual([])
  })

  test('shows the connection only to people who manage the workspace', async () => {
    await connect(installation, workspace.id, token)
    const editor = await integrationOf(workspace, await signInWith('editor'))
    expect(editor).toMatchObject({ isSlackAvailable: false, slackIntegration: null })
  })
})

describe('disconnecting', () => {
  test('revokes the token at Slack and deletes it', async () => {
    await connect(installation, workspace.id, token, { token: tokenOf('own'), team: { id: 'T-own', name: 'Own' } })
    const { workspace: after } = (await disconnect(workspace)).ok
    expect(after).toMatchObject({ id: workspace.id, slackIntegration: null })
    expect(slack.isRevoked(tokenOf('own'))).toBe(true)
    expect(await rowsOf(workspace)).toEqual([])
    expect((await disconnect(workspace)).status).toBe(200)
  })

  test.each([['drop' as const], [{ status: 503 }], [{ error: 'token_revoked' }]])(
    'deletes the token also if Slack answers %j',
    async (how) => {
      await connect(installation, workspace.id, token, { team: { id: 'T-down', name: 'Down' } })
      slack.misbehave('auth.revoke', how)
      expect((await disconnect(workspace)).status).toBe(200)
      expect(await rowsOf(workspace)).toEqual([])
    },
  )

  test('keeps a token that another workspace of the same team uses', async () => {
    const other = await buildWorkspace(db, { company })
    const chosen = { token: tokenOf('both'), team: { id: 'T-both', name: 'Both' }, channel: aChannel() }
    for (const { id } of [workspace, other]) await connect(installation, id, token, chosen)
    await disconnect(workspace)
    expect(slack.isRevoked(chosen.token)).toBe(false)
    await disconnect(other)
    expect(slack.isRevoked(chosen.token)).toBe(true)
  })

  test('happens to the former team when a workspace is connected to another one', async () => {
    await connect(installation, workspace.id, token, { token: tokenOf('a'), team: { id: 'T-a', name: 'A' } })
    await connect(installation, workspace.id, token, { token: tokenOf('b'), team: { id: 'T-b', name: 'B' } })
    expect([slack.isRevoked(tokenOf('a')), slack.isRevoked(tokenOf('b'))]).toEqual([true, false])
    expect((await integrationOf(workspace)).slackIntegration?.teamName).toBe('B')
  })

  test('needs the right to manage the workspace, and the header', async () => {
    await connect(installation, workspace.id, token)
    const stranger = await buildCompany(db)
    expect((await disconnect(workspace, await signInWith('editor'))).status).toBe(403)
    expect((await disconnect(workspace, await server.signIn(stranger.owner, stranger))).status).toBe(404)
    const ticket = (await server.call('session.ticket', {}, token)).ok.token
    const byQuery = await fetch(`${server.url}/api/integration/slack/${workspace.id}/disconnect?token=${ticket}`)
    expect(byQuery.status).toBe(401)
    expect(await rowsOf(workspace)).toHaveLength(1)
  })

  test('waits until an archived workspace, which posts nothing, is unarchived', async () => {
    await connect(installation, workspace.id, token)
    await sql`update workspaces set is_archived = true where id = ${workspace.id}`.execute(db)
    expect((await disconnect(workspace)).error.code).toBe('workspace_archived')
    expect(await rowsOf(workspace)).toHaveLength(1)
  })

  test('a connection is deleted with its workspace', async () => {
    await connect(installation, workspace.id, token)
    await sql`delete from workspaces where id = ${workspace.id}`.execute(db)
    expect(await rowsOf(workspace)).toEqual([])
  })
})
