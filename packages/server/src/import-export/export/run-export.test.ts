import { newId } from '@knowreel/shared/identity/ids.ts'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildFile } from '../../file/file.builder.ts'
import { newFileKey, openFileStorage } from '../../platform/files/index.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { sweepJobFiles } from '../sweep-jobs.ts'
import { fetchResult, waitForJob } from '../import-export-job.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const { db } = server
const files = await openFileStorage({
  dataDirectory: server.dataDirectory,
  secret: 'not asked for addresses, 32 letters',
} as never)

async function buildOwnedWorkspace() {
  const company = await buildCompany(db)
  const owner = await buildMember(db, company)
  const workspace = await buildWorkspace(db, { company, owner, title: 'Runbooks' })
  return { company, owner, workspace, token: await server.signIn(owner, company) }
}

type Choice = { format?: 'markdown' | 'html'; recordings?: 'none' | 'rendition' | 'originals' }

async function exported(token: string, workspaceId: string, { format = 'markdown', recordings = 'none' }: Choice = {}) {
  const begun = await server.call(
    'importExport.exportWorkspace',
    { params: { id: workspaceId }, body: { format, recordings } },
    token,
  )
  const job = await waitForJob(server, token, begun.ok.job.id)
  expect(job.error).toBeNull()
  return { job, content: await fetchResult(server, job) }
}

test('a video article is exported as its paragraphs with their times, and its recordings if requested and allowed', async () => {
  const { company, owner, workspace, token } = await buildOwnedWorkspace()
  const key = newFileKey('recordings', 'video/mp4')
  await files.put(key, Buffer.from('rendition'))
  const videoId = await buildVideo(db, company, { main_key: key, duration: 90_000, name: 'Rooftop.webm' })
  const part = (title: string, dur: number, items: never[] = []) => ({
    id: newId().slice(-12),
    title,
    tags: [],
    isExpanded: true,
    map: [{ videoId, in: 0, dur }],
    items,
  })
  await buildArticle(db, {
    workspace,
    author: owner,
    title: 'On the roof',
    textTabs: [],
    paragraphs: [part('First [1]', 60_000), part('Then', 30_000)],
  })

  const without = await exported(token, workspace.id)
  const page = without.content.get('Runbooks/01 On the roof.md')?.toString() ?? ''
  expect(page).toContain('- 00:00 First \\[1\\]\n- 01:00 Then')
  expect([...without.content.keys()].some((path) => path.includes('recordings'))).toBe(false)

  const withFiles = await exported(token, workspace.id, { recordings: 'originals', format: 'html' })
  expect(withFiles.content.get('Runbooks/recordings/Rooftop.mp4')?.toString()).toBe('rendition')
  expect(withFiles.content.get('Runbooks/01 On the roof.html')?.toString()).toContain('src="recordings/Rooftop.mp4"')

  const viewer = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  const refused = await exported(await server.signIn(viewer, company), workspace.id, { recordings: 'originals' })
  expect([...refused.content.keys()].some((path) => path.includes('recordings'))).toBe(false)
  expect(refused.job.report?.notes.map(({ kind }) => kind)).toEqual(['recording_not_allowed'])
})

test('a note that names a file of another article does not export it', async () => {
  const { workspace, token } = await buildOwnedWorkspace()
  const key = newFileKey('images', 'image/png')
  await files.put(key, Buffer.from('not theirs'))
  const article = await buildArticle(db, { workspace, title: 'Curious' })
  const image = { type: 'image', attrs: { src: `/files/${key}`, alt: 'Secret' } }
  const note = { type: 'doc', content: [{ type: 'paragraph', content: [image] }] }
  await db
    .updateTable('text_tabs')
    .set({ content: JSON.stringify(note) })
    .where('article_id', '=', article.id)
    .execute()
  const { content, job } = await exported(token, workspace.id)
  expect([...content.keys()].filter((path) => path.includes('/files/'))).toEqual([])
  expect(content.get('Runbooks/01 Curious.md')?.toString()).not.toContain(key)
  expect(job.report?.notes.map(({ kind }) => kind)).toEqual(['file_gone'])
})

test.each(['markdown', 'html'] as const)('icon and cover of an article are in its page of %s', async (format) => {
  const { company, owner, workspace, token } = await buildOwnedWorkspace()
  const article = await buildArticle(db, { workspace, title: 'Fire drill', icon: '🚒' })
  const file = await buildFile(db, { company, owner }, { articles: [article] })
  await files.put(file.key, Buffer.from('picture'))
  const cover = JSON.stringify({ source: file.path, position: 0 })
  await db.updateTable('articles').set({ cover }).where('id', '=', article.id).execute()
  await buildArticle(db, { workspace, title: 'Sirens', cover: { source: 'dusk', position: 50 } })
  const { content } = await exported(token, workspace.id, { format })
  const pages = [...content].filter(([path]) => !path.includes('/files/')).map(([, bytes]) => bytes.toString())
  const pageOf = (title: string) => pages.find((page) => page.includes(title) && page.includes('Restart')) ?? ''
  expect(content.get('Runbooks/files/Cover.png')?.toString()).toBe('picture')
  if (format === 'markdown') {
    expect(pageOf('Fire drill')).toContain('icon: "🚒"\ncover: "files/Cover.png"\n')
    expect(pageOf('Sirens')).toContain('cover: "dusk"\n')
  } else {
    expect(pageOf('Fire drill')).toContain('<img class="cover" src="files/Cover.png" alt=""><h1>🚒 Fire drill</h1>')
    expect(pageOf('Sirens')).toContain('<meta name="knowreel:cover" content="dusk">')
  }
})

test('any title produces a page that contains its text and runs nothing', async () => {
  const { workspace, token } = await buildOwnedWorkspace()
  const title = '<script>alert(1)</script> & "quoted" 漢字'
  await buildArticle(db, { workspace, title, tags: ['"><img src=x>'], textTabs: [{ text: '<p>Text.</p>' }] })
  const { content } = await exported(token, workspace.id, { format: 'html' })
  const pages = [...content].map(([, bytes]) => bytes.toString())
  expect(pages).toHaveLength(2)
  for (const page of pages) {
    expect(page).not.toMatch(/<script|<img src=x/)
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).toContain("default-src 'none'")
  }
})

test('a cancelled export leaves no file, and a finished one is deleted after a day', async () => {
  const { workspace, token } = await buildOwnedWorkspace()
  await buildArticle(db, { workspace, title: 'A' })
  const { job } = await exported(token, workspace.id)
  const found = () => db.selectFrom('transfer_jobs').where('id', '=', job.id).select('result_key').executeTakeFirst()
  const key = (await found())?.result_key ?? ''
  expect(await files.find(key)).not.toBeNull()
  await sweepJobFiles({ db, files })
  expect(await files.find(key)).not.toBeNull()
  await sweepJobFiles({ db, files }, { now: new Date(Date.now() + 25 * 3_600_000) })
  expect(await files.find(key)).toBeNull()
  expect((await server.call('importExport.getJob', { params: { id: job.id } }, token)).ok.job.result).toBeNull()

  const begun = await server.call(
    'importExport.exportWorkspace',
    { params: { id: workspace.id }, body: { format: 'html' } },
    token,
  )
  await server.call('importExport.removeJob', { params: { id: begun.ok.job.id } }, token)
  const over = await server.call('importExport.getJob', { params: { id: begun.ok.job.id } }, token)
  expect(['cancelled', undefined]).toContain(over.status === 200 ? over.ok.job.status : undefined)
})

test('a person who does not see the workspace gets nothing of it, and a URL works for its session only', async () => {
  const { company, workspace, token } = await buildOwnedWorkspace()
  await buildArticle(db, { workspace, title: 'A' })
  const stranger = await server.signIn(await buildMember(db, company), company)
  const refused = await server.call(
    'importExport.exportWorkspace',
    { params: { id: workspace.id }, body: { format: 'html' } },
    stranger,
  )
  expect(refused.error.code).toBe('workspace_not_found')
  const { job } = await exported(token, workspace.id)
  await server.call('session.logOut', {}, token)
  // Session checks are cached for a few seconds.
  const ask = async () => expect((await fetch(server.url + (job.result?.url ?? ''))).status).toBe(403)
  await vi.waitFor(ask, { timeout: 8000, interval: 250 })
})
