/** An import of the largest pages that are accepted: other requests never wait long for the main thread. */
import { expect, test, vi } from 'vitest'
import { longestTurnMs } from '../../../test/longest-turn.ts'
import { startTestServer } from '../../../test/server.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildArchive, type ArchiveContent } from '../archive.fixture.ts'
import { startTestImport } from '../import-export-job.fixture.ts'
import { parseLimits } from './import-limits.ts'

vi.setConfig({ testTimeout: 120_000 })

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const company = await buildCompany(server.db)
const owner = await buildMember(server.db, company)
const token = await server.signIn(owner, company)

const statusOf = async (id: string) => {
  const row = await server.db.selectFrom('transfer_jobs').where('id', '=', id).select('status').executeTakeFirst()
  return row?.status
}

async function importAll(bytes: Buffer): Promise<void> {
  const workspace = await buildWorkspace(server.db, { company, owner })
  const { id } = await startTestImport(server, {
    token,
    workspaceId: workspace.id,
    files: [{ name: 'pages.zip', bytes }],
  })
  let status: string | undefined
  while ((status = await statusOf(id)) !== 'done') if (status === 'failed') throw new Error('The import failed')
}

const { tags } = parseLimits.html
const repeat = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

/** Most of its documents are in no tree, so they are not imported. */
const outlineCollection = (documents: number): string => {
  const ids = Array.from({ length: documents }, (_, index) => `document-${index}`)
  const line = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'Switch the gateway to the second line. '.repeat(20) }],
  }
  return JSON.stringify({
    collection: { name: 'Line 3', documentStructure: ids.slice(0, 3).map((id) => ({ id, children: [] })) },
    documents: Object.fromEntries(
      ids.map((id) => [id, { id, urlId: id, title: id, data: { type: 'doc', content: Array(20).fill(line) } }]),
    ),
  })
}

const confluencePage = (body: string): string =>
  `<html><body><div id="main-header"></div><div id="main-content">${body}</div></body></html>`

const contents: readonly [string, ArchiveContent][] = [
  [
    'a list of tasks',
    { 'Page.html': `<ul>${repeat(tags / 3 - 10, () => '<li><input type=checkbox>Switch</li>')}</ul>` },
  ],
  [
    'links to other pages',
    {
      'Page.html': repeat(tags / 4 - 10, (at) => `<p>Switch <a href="Page ${at % 9}.html">it</a></p>`),
      'Page 3.md': 'x',
    },
  ],
  ['Markdown of two megabytes', { 'Page.md': repeat(4000, () => `${'Switch the gateway. '.repeat(24)}**now**\n\n`) }],
  ['a table', { 'Page.csv': repeat(parseLimits.tableRows, (at) => `Line ${at},idle,2026\n`) }],
  [
    'the index of a Confluence space',
    {
      'SP/index.html': confluencePage(
        `<h2>Available Pages:</h2><ul>${repeat(tags / 4 - 10, (at) => `<li><a href="Page_${at}.html">Page</a></li>`)}</ul>`,
      ),
      'SP/Page_1.html': confluencePage('<p>Switch</p>'),
    },
  ],
  ['a collection of Outline', { 'metadata.json': '{"exportVersion": 1}', 'Line 3.json': outlineCollection(1500) }],
]

// The soak tests try all of them.
test.each(contents.filter((_content, index) => isSoak || index % 3 === 2))(
  '%s keeps the main thread for less than 100 ms',
  async (_what, content) => {
    await importAll(await buildArchive({ 'Page.md': 'The code of imports is loaded with the first one.' }))
    const archive = await buildArchive(content)
    expect(await longestTurnMs(() => importAll(archive), { below: 100, runs: 3 })).toBeLessThan(100)
  },
)
