/** The content that `npm run demo` puts into an empty installation, read over HTTP as its people see it. */
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { NOTE_CLIENT_LIMIT, noteSize } from '@knowreel/shared/note/note-document.ts'
import { orderDepth, orderIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildUser } from '../../user/user.builder.ts'
import { openFileStorage, type FileStorage } from '../../platform/files/index.ts'
import { demoPassword, people } from './demo-company.ts'
import { fillInstallation, NotEmptyError } from './fill-installation.ts'

const server = await startTestServer()
const { db } = server
const now = new Date()
let files: FileStorage

beforeAll(async () => {
  files = await openFileStorage({
    dataDirectory: server.dataDirectory,
    secret: 'a secret for tests only, 32 characters',
  })
  await fillInstallation({ db, files }, now)
})

async function signIn(email: string): Promise<string> {
  const { ok } = await server.call('session.logIn', { body: { email, password: demoPassword } })
  return ok.token
}

const storedFiles = async (directory: string): Promise<string[]> =>
  (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.jpg'))

describe('the demo company', () => {
  it('has six people with photos and job titles, and each can sign in', async () => {
    for (const { email, firstName, jobTitle, role } of Object.values(people)) {
      const { ok } = await server.call('user.me', {}, await signIn(email))
      expect(ok.user).toMatchObject({ firstName, jobTitle, role, company: { title: 'Halden Systems' } })
      const photo = await fetch(new URL(ok.user.profileImage ?? '', server.url))
      expect(photo.headers.get('content-type')).toBe('image/jpeg')
      expect((await photo.arrayBuffer()).byteLength).toBeLessThanOrEqual(15_000)
    }
    expect(new Set(Object.values(people).map(({ role }) => role))).toEqual(
      new Set(['owner', 'admin', 'moderator', 'user']),
    )
  })

  it('discusses its articles, exact words included, with replies, emojis and a resolved thread', async () => {
    const token = await signIn(people.ines.email)
    const chart = await db.selectFrom('articles').where('title', '=', 'Read the heartbeat chart').select('id').execute()
    const { comments } = (await server.call('comment.list', { params: { articleId: chart[0]?.id ?? '' } }, token)).ok
    expect(comments).toHaveLength(5)
    const [first] = comments.map(({ comment }) => comment)
    expect(first).toMatchObject({ quote: { text: 'Pale lines are good news.', paragraphTextOffset: 0 } })
    expect(first?.reaction.map(({ content }) => content)).toEqual(expect.arrayContaining(['👍', '❤️']))
    expect(await db.selectFrom('comments').where('resolved_at', 'is not', null).select('id').execute()).toHaveLength(1)
  })

  it('has five workspaces, one of them archived, with three visibilities and every role', async () => {
    const workspaces = await db.selectFrom('workspaces').where('visibility', '<>', 'personal').selectAll().execute()
    expect(workspaces).toHaveLength(5)
    expect(workspaces.filter(({ is_archived }) => is_archived)).toHaveLength(1)
    expect(new Set(workspaces.map(({ visibility }) => visibility))).toEqual(
      new Set(['organization', 'private', 'public']),
    )
    expect(workspaces.every(({ description }) => description !== '')).toBe(true)
    const roles = await db.selectFrom('workspace_roles').select('role').distinct().execute()
    expect(roles).toHaveLength(3)
  })

  it('has groups with roles in workspaces, and people who are invited to it and to groups', async () => {
    const groups = await db.selectFrom('groups').selectAll().execute()
    expect(groups).toHaveLength(6)
    expect((await db.selectFrom('workspace_group_roles').selectAll().execute()).length).toBeGreaterThanOrEqual(4)
    const invited = await db.selectFrom('invitations').select('email').execute()
    const inGroups = await db.selectFrom('group_invited_emails').select('email').execute()
    expect(inGroups.map(({ email }) => email).toSorted()).toEqual(invited.map(({ email }) => email).toSorted())
  })

  it('has sixty published articles in trees of three levels, some archived', async () => {
    const articles = await db.selectFrom('articles').where('published_at', 'is not', null).selectAll().execute()
    expect(articles).toHaveLength(60)
    expect(articles.filter(({ is_archived }) => is_archived).length).toBeGreaterThanOrEqual(3)
    const orders = await db.selectFrom('workspaces').select('article_order').execute()
    const placed = orders.flatMap(({ article_order }) => orderIds(article_order))
    expect(new Set(placed)).toEqual(new Set(articles.map(({ id }) => id)))
    expect(Math.max(...orders.map(({ article_order }) => orderDepth(article_order)))).toBe(3)
  })

  it('repeats no title', async () => {
    const titles = await db.selectFrom('articles').where('original_id', 'is', null).select('title').execute()
    expect(new Set(titles.map(({ title }) => title)).size).toBe(titles.length)
  })

  it('has notes that the schema accepts completely and that are short enough to edit', async () => {
    const tabs = await db.selectFrom('text_tabs').select(['content', 'plain_text']).execute()
    for (const { content, plain_text } of tabs) {
      expect(() => noteSchema.nodeFromJSON(content).check()).not.toThrow()
      expect(noteSize(content)).toBeLessThan(NOTE_CLIENT_LIMIT)
      expect(plain_text.trim()).not.toBe('')
    }
    const nodes = JSON.stringify(tabs.map(({ content }) => content))
    const kinds = [
      'heading',
      'bulletList',
      'orderedList',
      'taskList',
      'table',
      'codeBlock',
      'blockquote',
      'link',
      'highlight',
    ]
    for (const kind of kinds) expect(nodes).toContain(`"type":"${kind}"`)
  })

  it('leaves no trace of its notation in a text', async () => {
    const tabs = await db.selectFrom('text_tabs').select('html').execute()
    for (const { html } of tabs) {
      const prose = html.replaceAll(/<pre[ >].*?<\/pre>|<code>.*?<\/code>/gs, '')
      expect(prose).not.toMatch(/\*\*|==|~~|\]\(|^@|<p>[#|]|article:/)
    }
  })

  it('links only to existing articles', async () => {
    const rows = await db.selectFrom('text_tabs').select('html').execute()
    const { shortIds } = await db
      .selectFrom('articles')
      .select((eb) => eb.fn.agg<string[]>('array_agg', ['short_id']).as('shortIds'))
      .executeTakeFirstOrThrow()
    const targets = rows.flatMap(({ html }) => [...html.matchAll(/href="\/b\/[^/]+\/[^/]+\/([^/]+)\/[^"]+"/g)])
    expect(targets.length).toBeGreaterThan(20)
    for (const [, shortId] of targets) expect(shortIds).toContain(shortId)
  })

  it('has articles with several tabs, one of them pinned', async () => {
    const articles = await db.selectFrom('articles').where('pinned_tab_id', 'is not', null).selectAll().execute()
    expect(articles.length).toBeGreaterThanOrEqual(5)
    for (const { id, pinned_tab_id } of articles) {
      const tabs = await db.selectFrom('text_tabs').where('article_id', '=', id).select('id').execute()
      expect(tabs.map((tab) => tab.id)).toContain(pinned_tab_id)
    }
  })

  it('has drafts with and without workspace, and drafts of published articles', async () => {
    const token = await signIn(people.ines.email)
    const { ok } = await server.call('draft.list', { query: { page: '1' } }, token)
    const { articles } = ok
    expect(ok.count).toBe(7)
    expect(articles.filter(({ original }) => original !== null)).toHaveLength(3)
    expect(articles.filter(({ original, workspace }) => original === null && workspace === null)).toHaveLength(2)
    for (const { id, title } of articles) {
      const draft = await server.call('draft.get', { params: { id } }, token)
      expect(draft.ok.article).toMatchObject({ title, isHasText: true })
    }
  })

  it('has favourites, which differ by person', async () => {
    const favoritesOf = async (email: string): Promise<string[]> => {
      const { ok } = await server.call('workspace.list', {}, await signIn(email))
      return ok.items.filter((item: WorkspaceSummary) => item.isFavorite).map(({ title }) => title)
    }
    expect(await favoritesOf(people.ines.email)).toEqual(['Platform engineering', 'Support runbooks'])
    expect(await favoritesOf(people.jonas.email)).toEqual(['Field installation', 'Support runbooks'])
  })

  it('has dates in order, none in the future, and numbered previous versions', async () => {
    const articles = await db.selectFrom('articles').where('published_at', 'is not', null).selectAll().execute()
    for (const { created_at, published_at, updated_at } of articles) {
      const times = [created_at, published_at ?? created_at, updated_at].map((date) => date.getTime())
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(Math.max(...times)).toBeLessThan(now.getTime())
    }
    expect(new Set(articles.map(({ updated_at }) => updated_at.toISOString().slice(0, 10))).size).toBeGreaterThan(30)
    const versions = await db
      .selectFrom('article_versions as v')
      .innerJoin('articles as a', 'a.id', 'v.article_id')
      .select(['v.article_id', 'v.version', 'v.created_at', 'a.updated_at'])
      .orderBy('v.article_id')
      .orderBy('v.version')
      .execute()
    expect(new Set(versions.map(({ article_id }) => article_id)).size).toBe(3)
    for (const { created_at, updated_at } of versions) expect(created_at.getTime()).toBeLessThan(updated_at.getTime())
  })
})

describe('an installation that is in use', () => {
  it('is refused and stays unchanged', async () => {
    const stored = await storedFiles(server.dataDirectory)
    await expect(fillInstallation({ db, files })).rejects.toThrow(NotEmptyError)
    expect(await storedFiles(server.dataDirectory)).toEqual(stored)
    expect(await db.selectFrom('users').selectAll().execute()).toHaveLength(6)
  })

  it('includes one in which a person signed up without a company', async () => {
    const { db: other } = await createTestDatabase()
    await buildUser(other)
    await expect(fillInstallation({ db: other, files })).rejects.toThrow(NotEmptyError)
  })
})

describe('a failure halfway', () => {
  it('leaves no person, no data and no photo behind', async () => {
    const { db: other, pool } = await createTestDatabase()
    await pool.query('alter table article_versions add constraint broken check (version < 2)')
    const stored = await storedFiles(server.dataDirectory)
    await expect(fillInstallation({ db: other, files })).rejects.toThrow(/broken/)
    expect(await other.selectFrom('users').selectAll().execute()).toEqual([])
    expect(await other.selectFrom('articles').selectAll().execute()).toEqual([])
    expect(await storedFiles(path.join(server.dataDirectory))).toEqual(stored)
  })
})

it('the demo company shows an article with its sub-articles by public link, and shares some by name', async () => {
  const jonas = await signIn('jonas.lindqvist@halden.example')
  const { links } = (await server.call('share.links', { query: {} }, jonas)).ok
  expect(links).toMatchObject([{ isWithSubArticles: true, uses: 23, createdBy: { firstName: 'Jonas' } }])
  const maria = await signIn('maria-luisa.fernandez@halden.example')
  const { items } = (await server.call('workspace.list', { query: {} }, maria)).ok
  const id = items.find(({ visibility }) => visibility === 'personal')?.id ?? ''
  const listed = await server.call('workspace.articles', { params: { id }, query: { withSharing: '1' } }, maria)
  expect(listed.ok.sharedArticles).toHaveLength(2)
})
