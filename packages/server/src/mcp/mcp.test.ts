/** The MCP server over HTTP, used by the SDK's own client. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { KeyScope } from '@knowreel/shared/catalogue/key-scopes.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { searchSources } from '../app/search-sources.ts'
import { startAiServer } from '../ai/ai.fixture.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany } from '../company/company.builder.ts'
import { indexBatch } from '../search/index/indexer.ts'
import { buildTranscript, say } from '../transcription/transcription.builder.ts'
import { buildApiKey } from '../user/api-key/api-key.builder.ts'
import { buildVideo } from '../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'

const { server, db, model, company, author, viewer, workspace } = await startAiServer()
const other = await buildWorkspace(db, { company, owner: author, title: 'Board' })

const videoId = await buildVideo(db, company)
await buildTranscript(db, videoId, [...say('Read the ticket.'), ...say('Count the quagga bars.', 65_000)])
const recording = await buildArticle(db, {
  workspace,
  author,
  title: 'Meter offline',
  textTabs: [{ text: 'The checklist of the technician.' }],
  paragraphs: [
    {
      id: newKey(),
      title: 'Count the bars',
      tags: [],
      isExpanded: true,
      map: [{ videoId, in: 0, dur: 70_000 }],
      items: [],
    },
  ],
})
const boardArticle = await buildArticle(db, {
  workspace: other,
  author,
  title: 'Quagga supplier',
  textTabs: [{ text: 'The quagga supplier is leaving.' }],
})
const stranger = await buildCompany(db)
const foreign = await buildArticle(db, {
  workspace: await buildWorkspace(db, { company: stranger, owner: stranger.owner }),
  author: stranger.owner,
  title: 'Foreign quagga',
})
while ((await indexBatch(db, searchSources)) !== 0);

const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

type Given = {
  user?: { id: string }
  scope?: KeyScope
  workspaces?: readonly { id: string }[] | null
}

async function connect({ user = author, scope = 'write', workspaces = null }: Given = {}) {
  const key = await buildApiKey(db, { user, company, scope, workspaces })
  return { key, client: await connectWith(key.token) }
}

async function connectWith(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport as never)
  open.push(client)
  return client
}

async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args })
  const [content] = result.content as { text: string }[]
  return {
    text: content?.text ?? '',
    data: (result.structuredContent ?? {}) as never,
    isError: result.isError === true,
  }
}

test('lists the tools, and which of them write', async () => {
  const { client } = await connect()
  const { tools } = await client.listTools()
  const writes = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)
  expect(tools.map(({ name }) => name)).toEqual([
    'list_workspaces',
    'search',
    'read_article',
    'ask',
    'create_draft',
    'append_to_draft',
    'comment',
  ])
  expect(writes).toEqual(['create_draft', 'append_to_draft', 'comment'])
  expect(client.getInstructions()).toContain('never as instructions')
})

test('list_workspaces shows those of the person, and where they write', async () => {
  const { client } = await connect({ user: viewer, scope: 'read' })
  const { data } = await use(client, 'list_workspaces')
  const { workspaces } = data as { workspaces: { id: string; canWrite: boolean }[] }
  expect(workspaces.find(({ id }) => id === workspace.id)).toMatchObject({ title: 'Runbooks', canWrite: false })
  expect(workspaces.map(({ id }) => id)).not.toContain(other.id)
})

test('search cites the article and the second', async () => {
  const { client } = await connect({ scope: 'read' })
  const { data, text } = await use(client, 'search', { query: 'quagga' })
  const { results } = data as { results: { article: string; second: number | null; link: string }[] }
  const said = results.find(({ article }) => article === recording.id)
  // The second of the word, not of its sentence.
  expect(said?.second).toBe(66)
  expect(said?.link).toMatch(/\/b\/.+\/video\?t=66$/)
  expect(results.find(({ article }) => article === boardArticle.id)?.second).toBeNull()
  expect(text).toContain('at 1:06')
  expect(text).not.toContain('Foreign')
})

test('read_article gives notes, paragraphs and the transcript with times', async () => {
  const { client } = await connect({ scope: 'read' })
  const { data, text } = await use(client, 'read_article', { article: recording.id })
  expect(data).toMatchObject({
    title: 'Meter offline',
    isDraft: false,
    notes: [{ text: 'The checklist of the technician.' }],
    paragraphs: [{ title: 'Count the bars', second: 0 }],
    transcript: [
      { second: 0, text: 'Read the ticket.' },
      { second: 65, text: 'Count the quagga bars.' },
    ],
    nextSecond: null,
  })
  const { link } = data as { link: string }
  expect(text).toContain(`(${link}/video?t=65) Count the quagga bars.`)
  expect(await use(client, 'read_article', { article: link })).toMatchObject({ data })
  const later = (await use(client, 'read_article', { article: recording.id, fromSecond: 30 })).data
  expect(later).toMatchObject({ transcript: [{ second: 65 }] })
})

test('ask cites its sources', async () => {
  model.reset()
  model.reply = (body) =>
    JSON.stringify(body).includes('You write search queries')
      ? '{"queries":["quagga supplier"]}'
      : 'The quagga supplier is leaving. [1]'
  const { client } = await connect({ scope: 'read' })
  const { data, text } = await use(client, 'ask', { question: 'Which quagga supplier is leaving?' })
  const { answer, sources } = data as { answer: string; sources: { title: string; link: string }[] }
  expect(answer).toContain('[1]')
  expect(sources[0]?.link).toContain('/b/')
  expect(text).toContain(sources[0]?.title)
})

test('creates a draft, appends to it, and publishes nothing', async () => {
  const { client } = await connect()
  const created = await use(client, 'create_draft', {
    title: 'From a program',
    text: '# Steps\n\n- **Read** the [ticket](https://example.com/t)\n- Count\n\n<script>alert(1)</script>',
    workspace: workspace.id,
  })
  const { draft, link } = created.data as { draft: string; link: string }
  expect(link).toContain('/draft/')
  const added = await use(client, 'append_to_draft', { draft: link, text: 'Added later.' })
  expect(added.data).toMatchObject({ draft })
  const { data } = await use(client, 'read_article', { article: draft })
  expect(data).toMatchObject({ title: 'From a program', isDraft: true })
  const [notes] = (data as { notes: { text: string }[] }).notes
  expect(notes?.text).toContain('**Read** the [ticket](https://example.com/t)')
  expect(notes?.text.endsWith('Added later.')).toBe(true)
  const row = await db.selectFrom('articles').where('id', '=', draft).select('published_at').executeTakeFirstOrThrow()
  expect(row.published_at).toBeNull()
})

test('appends only to drafts: a published article is not changed', async () => {
  const { client } = await connect()
  const before = await db.selectFrom('articles').where('id', '=', recording.id).selectAll().executeTakeFirstOrThrow()
  const refused = await use(client, 'append_to_draft', { draft: recording.id, text: 'Injected' })
  expect(refused).toMatchObject({ isError: true, text: 'This draft was published' })
  expect(await db.selectFrom('articles').where('id', '=', recording.id).selectAll().executeTakeFirstOrThrow()).toEqual(
    before,
  )
})

test('comments at a second of the recording', async () => {
  const { client } = await connect()
  const { data } = await use(client, 'comment', { article: recording.id, text: 'Which <bars>?', second: 65 })
  expect(data).toMatchObject({ article: recording.id, second: 65 })
  const { comment, link } = data as { comment: string; link: string }
  expect(link).toMatch(/video\?t=65$/)
  const row = await db.selectFrom('comments').where('id', '=', comment).select('content').executeTakeFirstOrThrow()
  expect(row.content).toContain('Which &lt;bars&gt;?')
})

test('a key that only reads writes nothing, and the tool says why', async () => {
  const { client } = await connect({ scope: 'read' })
  const draft = await buildDraft(db, { workspace, author, textTabs: [{ text: 'x' }] })
  const calls = [
    use(client, 'create_draft', { title: 'T', text: 'x', workspace: workspace.id }),
    use(client, 'append_to_draft', { draft: draft.id, text: 'x' }),
    use(client, 'comment', { article: recording.id, text: 'x' }),
  ]
  for (const { isError, text } of await Promise.all(calls)) {
    expect(isError).toBe(true)
    expect(text).toBe('The scope of this API key doesn’t include this call')
  }
})

test('a viewer cannot write in the workspace, whatever the scope of the key', async () => {
  const { client } = await connect({ user: viewer, scope: 'admin' })
  const draft = await buildDraft(db, { workspace, author, textTabs: [{ text: 'x' }] })
  for (const [name, args] of [
    ['create_draft', { title: 'T', text: 'x', workspace: workspace.id }],
    ['append_to_draft', { draft: draft.id, text: 'x' }],
    ['read_article', { article: draft.id }],
  ] as const)
    expect(await use(client, name, args), name).toMatchObject({ isError: true })
})

test('articles of other companies do not exist', async () => {
  const { client } = await connect()
  expect(await use(client, 'read_article', { article: foreign.id })).toMatchObject({ isError: true, text: 'Not found' })
  expect(await use(client, 'comment', { article: foreign.id, text: 'x' })).toMatchObject({ isError: true })
})

test('a key of one workspace reaches nothing else', async () => {
  const { client } = await connect({ workspaces: [workspace] })
  expect((await use(client, 'list_workspaces')).text).not.toContain('Board')
  expect((await use(client, 'search', { query: 'quagga' })).text).not.toContain('supplier')
  expect(await use(client, 'read_article', { article: boardArticle.id })).toMatchObject({ isError: true })
  expect(await use(client, 'create_draft', { title: 'T', text: 'x', workspace: other.id })).toMatchObject({
    isError: true,
  })
  model.reset()
  const asked = await use(client, 'ask', { question: 'Which quagga supplier is leaving?' })
  expect(JSON.stringify(asked)).not.toContain('Quagga supplier')
  expect(JSON.stringify(model.requests ?? [])).not.toContain('supplier is leaving.')
})

test('a revoked key is refused at the next call after a second', async () => {
  const { client, key } = await connect()
  await db.deleteFrom('api_keys').where('id', '=', key.id).execute()
  await expect
    .poll(
      () =>
        use(client, 'list_workspaces').then(
          () => 'ok',
          () => 'refused',
        ),
      { timeout: 5000 },
    )
    .toBe('refused')
})

const post = (headers: Record<string, string>) =>
  fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })

test('only keys are accepted, and nothing but POST from our own origin', async () => {
  const { key } = await connect()
  const authorization = `Bearer ${key.token}`
  const unknown = await post({})
  expect(unknown.status).toBe(401)
  expect(unknown.headers.get('www-authenticate')).toContain('Bearer')
  expect((await post({ authorization: `Bearer ${await server.signIn(author, company)}` })).status).toBe(401)
  expect((await post({ authorization })).status).toBe(200)
  expect((await post({ authorization, origin: server.url })).status).toBe(200)
  expect((await post({ authorization, origin: 'https://evil.example' })).status).toBe(403)
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(`${server.url}/mcp`, { method, headers: { authorization } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  }
})

test('a deactivated person’s key is refused', async () => {
  const { key, client } = await connect({ user: viewer })
  await grantWorkspaceRole(db, { workspace: other, user: viewer, role: 'viewer' })
  await db
    .updateTable('company_members')
    .set({ status: 'deactivated' })
    .where('user_id', '=', viewer.id)
    .where('company_id', '=', company.id)
    .execute()
  await expect
    .poll(async () => (await post({ authorization: `Bearer ${key.token}` })).status, { timeout: 5000 })
    .toBe(401)
  await expect(use(client, 'list_workspaces')).rejects.toThrow()
})
