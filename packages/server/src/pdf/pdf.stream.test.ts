/**
 * The stream as its clients see it: permissions, messages, end. The content of the pages is tested next to the
 * renderer.
 */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { paragraphNote } from '@knowreel/shared/note/note.fixture.ts'
import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import sharp from 'sharp'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { NoteClient } from '../../test/clients/note-client.ts'
import { startTestServer, testSecret } from '../../test/server.ts'
import { StreamClient, type ReceivedMessage } from '../../test/clients/stream-client.ts'
import { isSoak } from '../../test/soak.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildFile } from '../file/file.builder.ts'
import { listJobs } from '../platform/jobs/job-list.fixture.ts'
import { openFileStorage, removeFile } from '../platform/files/index.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import type { BuiltUser } from '../user/user.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { readPdf } from './pdf-reader.fixture.ts'

// Each document starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const author = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner: author, title: 'Field handbook' })
const token = await server.signIn(author, company)
const member = async (role: 'viewer' | 'editor') => {
  const user = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user, role })
  return { user, token: await server.signIn(user, company) }
}

const connect = async (by = token) => {
  const ticket = (await server.call('session.ticket', {}, by)).ok.token
  const client = new StreamClient(server.url, 'generate-pdf', ticket)
  onTestFinished(() => client.ws.terminate())
  return client
}
const start = (articleId: string, textTabId: string | null = null) => ({
  type: 'start',
  data: { articleId, textTabId },
})

const urlIn = (message: ReceivedMessage | undefined): string =>
  (message?.data as { url: string } | undefined)?.url ?? ''

async function urlOf(articleId: string, textTabId: string | null = null, by = token): Promise<string> {
  const client = await connect(by)
  await client.send(start(articleId, textTabId))
  expect(await client.closed).toMatchObject({ code: 3001 })
  const result = client.received.at(-1)
  expect(result?.type).toBe('result')
  return urlIn(result)
}

/** The machine may be busy. */
const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 30_000, interval: 20 })

const fetched = async (url: string) => fetch(new URL(url, server.url))
const read = async (url: string) => readPdf(Buffer.from(await (await fetched(url)).arrayBuffer()))

/** Takes more than a second to render. */
const longNote = () =>
  paragraphNote(...Array.from({ length: 6000 }, (_, at) => `Line ${at} of a note that takes its time`))

/** The processes of this server that are rendering documents, without the idle one that waits for the next. */
const renderers = (): number[] => {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s.*setting a PDF/.exec(line) ?? []
    return Number(parent) === process.pid ? [Number(pid)] : []
  })
}

describe('a PDF', () => {
  test('arrives after updates as a result, opens in a window for ten minutes and is named by the slug', async () => {
    const article = await buildArticle(db, {
      workspace,
      title: 'Restart a gateway',
      textTabs: [{ text: 'Wait for the amber light.' }],
      publishedAt: new Date('2026-11-05T23:30:00Z'),
    })
    const client = await connect()
    await client.send(start(article.id))
    expect(await client.closed).toMatchObject({ code: 3001 })
    const updates = client.received.filter(({ type }) => type === 'update')
    const progress = updates.map(({ status }) => (status as { progress: number }).progress)
    expect(progress.length).toBeGreaterThan(2)
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect(updates.every(({ status }) => (status as { step?: string }).step)).toBe(true)
    const url = urlIn(client.received.at(-1))

    const answer = await fetched(url)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="restart-a-gateway.pdf"/)
    const seconds = Number(new URL(url, server.url).searchParams.get('exp')) - Date.now() / 1000
    expect(seconds).toBeGreaterThan(580)
    expect(seconds).toBeLessThanOrEqual(600)

    const pdf = readPdf(Buffer.from(await answer.arrayBuffer()))
    expect(pdf.info.title).toBe('Restart a gateway')
    expect(pdf.text).toContain('Wait for the amber light.')
    expect(pdf.text).toContain('Field handbook')
    expect(pdf.text).toContain('05 November 2026')
    expect(pdf.text).toContain('1 / 1')
  })

  test.runIf(isSoak)('is byte-identical for the same content', async () => {
    const article = await buildArticle(db, { workspace, textTabs: [{ text: 'Equal. 😀 漢字 مرحبا' }] })
    const [one, other] = [await urlOf(article.id), await urlOf(article.id)]
    expect(one).not.toBe(other)
    const bytes = async (url: string) => Buffer.from(await (await fetched(url)).arrayBuffer()).toString('base64')
    expect(await bytes(one)).toBe(await bytes(other))
  })

  test('contains the requested tab, otherwise the first, and names it if there is more than one', async () => {
    const [first, second] = [newKey(), newKey()]
    const article = await buildArticle(db, {
      workspace,
      textTabs: [
        { id: first, title: 'Steps', text: 'the first tab' },
        { id: second, title: 'Background', text: 'the second tab' },
      ],
    })
    const pdf = await read(await urlOf(article.shortId, second))
    expect(pdf.text).toContain('Background')
    expect(pdf.text).toContain('the second tab')
    expect(pdf.text).not.toContain('the first tab')
    expect((await read(await urlOf(article.shortId))).text).toContain('the first tab')
    const client = await connect()
    await client.send(start(article.id, newKey()))
    expect(await client.closed).toMatchObject({ code: 3002, reason: 'Not found' })
  })

  test('of a draft shows what its editors currently see', async () => {
    const tabId = newKey()
    const draft = await buildDraft(db, { workspace, author, textTabs: [{ id: tabId, text: 'stored' }] })
    const editor = new NoteClient({
      url: `${server.url.replace('http', 'ws')}/collaboration`,
      address: { articleId: draft.id, tabId },
      token,
    })
    onTestFinished(() => editor.destroy())
    await until(() => editor.isSynced)
    editor.write('typed a moment ago')
    await editor.checkpoint()
    const text = (await read(await urlOf(draft.id, tabId))).text
    expect(text).toContain('stored')
    expect(text).toContain('typed a moment ago')
  })

  test('shows the images that belong to the article, and the alternative text of all others', async () => {
    const article = await buildArticle(db, { workspace, author })
    const [own, foreign] = await Promise.all([
      buildFile(db, { company, owner: author }, { articles: [article] }),
      buildFile(db, { company, owner: author }),
    ])
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#5150d6' } })
      .png()
      .toBuffer()
    const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
    for (const { key } of [own, foreign]) await files.put(key, picture)
    const note: NoteJson = {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'image', attrs: { src: own.path, alt: 'the roof', width: 300 } }] },
        { type: 'paragraph', content: [{ type: 'image', attrs: { src: foreign.path, alt: 'of somebody else' } }] },
      ],
    }
    await db
      .updateTable('text_tabs')
      .set({ content: JSON.stringify(note) })
      .where('article_id', '=', article.id)
      .execute()
    const pdf = await read(await urlOf(article.id))
    expect(pdf.pictures).toBe(1)
    expect(pdf.text).toContain('of somebody else')
    expect(pdf.text).not.toContain('the roof')
  })

  test('is removed a quarter of an hour later, whatever happens to this process', async () => {
    const article = await buildArticle(db, { workspace })
    const key = new URL(await urlOf(article.id), server.url).pathname.slice('/files/'.length)
    const jobs = await listJobs(db, [removeFile], key)
    expect(jobs).toHaveLength(1)
    const [minutes] = jobs.map(({ nextAttemptAt }) => (Date.parse(String(nextAttemptAt)) - Date.now()) / 60_000)
    expect(minutes).toBeGreaterThan(14)
  })
})

describe('access', () => {
  test('is given to editors, and not to readers, people of other companies and guests', async () => {
    const article = await buildArticle(db, { workspace })
    const draft = await buildDraft(db, { workspace, author })
    const [editor, viewer] = [await member('editor'), await member('viewer')]
    const stranger = await buildCompany(db)
    const strangerToken = await server.signIn(stranger.owner, stranger)
    for (const { id } of [article, draft]) expect(await urlOf(id, null, editor.token)).toMatch(/^\/files\/pdf\//)
    const refusal = async (by: string, id: string) => {
      const client = await connect(by)
      await client.send(start(id))
      return (await client.closed).reason
    }
    expect(await refusal(viewer.token, article.id)).toBe('You are not allowed to do this')
    expect(await refusal(viewer.token, draft.id)).toBe('Not found')
    for (const { id } of [article, draft]) expect(await refusal(strangerToken, id)).toBe('Not found')
    expect(await refusal(token, 'new')).toBe('Not found')
    const guest = new StreamClient(server.url, 'generate-pdf', 'no ticket')
    expect(await guest.closed).toMatchObject({ code: 3002, reason: 'Please sign in' })
  })

  test('to the URL is limited to its session, while that session sees the article', async () => {
    const article = await buildArticle(db, { workspace })
    const editor = await member('editor')
    const url = await urlOf(article.id, null, editor.token)
    expect((await fetched(url)).status).toBe(200)
    await server.call('session.logOut', {}, editor.token)
    await vi.waitUntil(async () => (await fetched(url)).status === 403, { timeout: 5000, interval: 200 })
  })

  test('is checked during the work: the socket closes within five seconds after it is lost', async () => {
    const article = await buildArticle(db, { workspace, textTabs: [{ note: longNote() }] })
    const editor = await member('editor')
    const client = await connect(editor.token)
    await client.send(start(article.id))
    await until(() => renderers().length === 1)
    const [pid = 0] = renderers()
    process.kill(pid, 'SIGSTOP')
    const lostAt = Date.now()
    await loseRole(editor.user)
    const closed = await client.closed
    process.kill(pid, 'SIGKILL')
    expect(closed).toMatchObject({ code: 3002, reason: 'You are not allowed to do this' })
    expect(closed.at - lostAt).toBeLessThan(5000)
    const again = await connect(editor.token)
    await again.send({ type: 'reconnect', data: { articleId: article.id, textTabId: null } })
    expect(await again.closed).toMatchObject({ code: 3002, reason: 'Not found' })
  })
})

const loseRole = async (user: BuiltUser) => {
  await db.deleteFrom('workspace_roles').where('user_id', '=', user.id).execute()
}

describe('while rendering', () => {
  afterEach(() => until(() => renderers().length === 0))

  test('cancel stops the work immediately, and the next job starts', async () => {
    const article = await buildArticle(db, { workspace, textTabs: [{ note: longNote() }] })
    const client = await connect()
    await client.send(start(article.id))
    await until(() => renderers().length === 1)
    await client.send({ type: 'cancel' })
    expect(await client.closed).toMatchObject({ code: 3001 })
    expect(client.count('result')).toBe(0)
    await until(() => renderers().length === 0)
    await expect.poll(leftovers).toEqual([])
    const next = await buildArticle(db, { workspace })
    expect(await urlOf(next.id)).toMatch(/^\/files\/pdf\//)
  })

  test('a lost connection loses nothing: reconnect returns the result', async () => {
    const article = await buildArticle(db, { workspace, textTabs: [{ note: longNote() }] })
    const first = await connect()
    await first.send(start(article.id))
    await until(() => first.count('update') > 0)
    first.ws.terminate()
    const second = await connect()
    await second.send({ type: 'reconnect', data: { articleId: article.id, textTabId: null } })
    expect(await second.closed).toMatchObject({ code: 3001 })
    expect(second.received.at(-1)?.type).toBe('result')
    const third = await connect()
    await third.send({ type: 'reconnect', data: { articleId: article.id, textTabId: null } })
    expect(await third.closed).toMatchObject({ code: 3000, reason: 'Nothing is running' })
  })

  test('the same request twice is refused with a warning, another one waits its turn', async () => {
    const article = await buildArticle(db, { workspace, textTabs: [{ note: longNote() }] })
    const other = await buildArticle(db, { workspace })
    const [client, duplicate, waiting] = [await connect(), await connect(), await connect()]
    await client.send(start(article.id))
    await until(() => client.count('update') > 1)
    await duplicate.send(start(article.id))
    expect(await duplicate.closed).toMatchObject({ code: 3000, reason: 'This is already running' })
    await waiting.send(start(other.id))
    await until(() =>
      waiting.received.some(({ status }) => (status as { step?: string } | undefined)?.step?.startsWith('Waiting')),
    )
    expect(renderers()).toHaveLength(1)
    expect((await client.closed).code).toBe(3001)
    expect((await waiting.closed).code).toBe(3001)
  })

  test('a crash of the renderer is reported, and the next one works', async () => {
    const article = await buildArticle(db, { workspace, textTabs: [{ note: longNote() }] })
    const client = await connect()
    await client.send(start(article.id))
    await until(() => renderers().length === 1)
    for (const pid of renderers()) process.kill(pid, 'SIGKILL')
    expect(await client.closed).toMatchObject({ code: 3002, reason: 'Failed to export PDF' })
    await expect.poll(leftovers).toEqual([])
    expect(await urlOf(article.id)).toMatch(/^\/files\/pdf\//)
  })

  test.each([
    ['no article', {}],
    ['a number', { articleId: 7 }],
    ['an empty id', { articleId: '' }],
    ['an endless id', { articleId: 'x'.repeat(101) }],
  ])('%s is refused', async (_, data) => {
    const client = await connect()
    await client.send({ type: 'start', data })
    expect(await client.closed).toMatchObject({ code: 3002 })
  })
})

/** Working folders that nobody removed. */
async function leftovers(): Promise<string[]> {
  const names = await readdir(path.join(server.dataDirectory, 'files'), { recursive: true })
  return names.filter((name) => name.endsWith('.work'))
}
