/** Exports and imports every payload over HTTP: the content of an archive is as harmless as what we display. */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { expect, test, vi } from 'vitest'
import { startFetchingServer } from '../../test/servers/fetching-server.ts'
import { hostileExports } from '../../test/xss/hostile-exports.ts'
import { hostileNote } from '../../test/xss/hostile-note.ts'
import { findUnsafeMarkdown, findUnsafePage } from '../../test/xss/safe-export.ts'
import { findUnsafe } from '../../test/xss/safe-html.ts'
import { xssPayloads } from '../../test/xss/xss-payloads.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { buildArchive } from './archive.fixture.ts'
import { fetchResult, runTestImport, waitForJob } from './import-export-job.fixture.ts'

vi.setConfig({ testTimeout: 240_000 })

const { server, fetched } = await startFetchingServer()
const { db } = server
const name = '"><img src=x onerror=window.__pwned(1)>'
const company = await buildCompany(db, { title: name })
const owner = await buildMember(db, company)
await db.updateTable('users').set({ first_name: name, last_name: "'-x-'" }).where('id', '=', owner.id).execute()
const token = await server.signIn(owner, company)

const keepable = xssPayloads.map((payload) => payload.replaceAll('\u0000', '').toWellFormed())
const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ')
const parts = <Value>(values: readonly Value[], count: number): Value[][] =>
  Array.from({ length: count }, (_, at) => values.filter((_value, index) => index % count === at))

async function exportOf(workspaceId: string, format: 'markdown' | 'html') {
  const asked = { params: { id: workspaceId }, body: { format, recordings: 'none' as const } }
  const { job } = (await server.call('importExport.exportWorkspace', asked, token)).ok
  const done = await waitForJob(server, token, job.id)
  expect(done.error).toBeNull()
  return fetchResult(server, done)
}

async function readAll(workspaceId: string): Promise<string[]> {
  const { articles } = (await server.call('workspace.browse', { params: { workspaceId } }, token)).ok
  const texts: string[] = []
  for (const { id } of articles) {
    const { article } = (await server.call('article.get', { params: { id } }, token)).ok
    texts.push(...article.textTabs.map(({ text }) => text))
  }
  return texts
}

test.each(['html', 'markdown'] as const)('all payloads leave as %s and come again', async (format) => {
  const workspace = await buildWorkspace(db, { company, owner, title: '</title><script>window.__pwned(1)</script>' })
  for (const [index, payloads] of parts(keepable, 30).entries()) {
    const [first = '', second = '', third = ''] = payloads
    await buildArticle(db, {
      workspace,
      author: owner,
      title: first.slice(0, 200),
      tags: [`${index}${second}`.slice(0, 30)],
      textTabs: [
        { id: newKey(), title: third.slice(0, 60), note: hostileNote(payloads) },
        { id: newKey(), title: second.slice(0, 60), text: first },
      ],
    })
  }
  const content = await exportOf(workspace.id, format)
  expect(content.size).toBe(61)
  for (const [path, bytes] of content) {
    expect(path).toMatch(/^[^/\\<>:"|?*\u0000-\u001f]+\/[^/\\<>:"|?*\u0000-\u001f]+\.(?:html|md)$/)
    const text = bytes.toString()
    expect(format === 'html' ? findUnsafePage(text) : findUnsafeMarkdown(text), path).toEqual([])
  }
  const again = await buildWorkspace(db, { company, owner })
  const bytes = await buildArchive(Object.fromEntries(content))
  const job = await runTestImport(server, {
    token,
    workspaceId: again.id,
    files: [{ name: `${first(40)}.zip`, bytes }],
  })
  expect(job).toMatchObject({ status: 'done', report: { source: 'Knowreel export' } })
  const texts = await readAll(again.id)
  expect(texts.length).toBeGreaterThanOrEqual(60)
  for (const text of texts) expect(findUnsafe(text)).toEqual([])
  // The text of the payloads was kept.
  expect(texts.join('')).toContain('window.__pwned')
  expect(fetched).toEqual([])
})

test('the checks of exports would find each payload that got through', async () => {
  const workspace = await buildWorkspace(db, { company, owner })
  await buildArticle(db, { workspace, title: 'Plain', textTabs: [{ text: 'HERE' }] })
  for (const format of ['html', 'markdown'] as const) {
    const [, page = ''] = [...(await exportOf(workspace.id, format)).values()].map(String)
    const find = format === 'html' ? findUnsafePage : findUnsafeMarkdown
    expect(find(page)).toEqual([])
    const withTags = keepable.filter((payload) => /<[a-z]/i.test(payload) && !payload.includes('"//'))
    expect(withTags.length).toBeGreaterThan(400)
    const unseen = withTags.filter((payload) => find(page.replace('HERE', () => payload)).length === 0)
    // Text that a Markdown reader does not parse as a tag is plain text.
    if (format === 'html') expect(unseen).toEqual([])
    else expect(unseen.length).toBeLessThan(50)
    expect(find(page.replace('"Plain"', '"Plain"><script>"'))).not.toEqual([])
  }
})

const first = (length: number): string => (keepable[0] ?? '').slice(0, length)

test('exports of every program are imported, exported and reported without harm, and no other host is requested', async () => {
  const workspace = await buildWorkspace(db, { company, owner })
  const some = xssPayloads.filter((_payload, index) => index % 40 === 0)
  const brought = await Promise.all(
    Object.entries(hostileExports).flatMap(([program, contentOf]) =>
      some
        .slice(0, 5)
        .map(async (payload) => ({ name: `${program}.zip`, bytes: await buildArchive(contentOf(payload)) })),
    ),
  )
  for (const file of brought) {
    const job = await runTestImport(server, { token, workspaceId: workspace.id, files: [file] })
    expect(job.error, file.name).toBeNull()
  }
  // Files selected individually, with payloads as their names.
  const loose = some.map((payload) => ({
    name: `${inOneLine(payload).slice(0, 80).toWellFormed()}.md`,
    bytes: Buffer.from(`# A\n\n${payload}`),
  }))
  const job = await runTestImport(server, { token, workspaceId: workspace.id, files: loose })
  expect(job.error).toBeNull()
  const texts = await readAll(workspace.id)
  expect(texts.length).toBeGreaterThan(brought.length)
  for (const text of texts) expect(findUnsafe(text)).toEqual([])
  for (const [path, bytes] of await exportOf(workspace.id, 'html'))
    if (path.endsWith('.html')) expect(findUnsafePage(bytes.toString()), path).toEqual([])
  expect(fetched).toEqual([])
})
