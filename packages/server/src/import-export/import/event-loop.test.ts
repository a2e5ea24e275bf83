/** An import of the largest pages that are accepted: other requests never wait long for the main thread. */
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
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

/** The longest time in ms that the main thread computes without a break. CPU time: other programs do not count. */
async function longestTurn(content: ArchiveContent): Promise<number> {
  const workspace = await buildWorkspace(server.db, { company, owner })
  const files = [{ name: 'pages.zip', bytes: await buildArchive(content) }]
  const { id } = await startTestImport(server, { token, workspaceId: workspace.id, files })
  let status = await statusOf(id)
  let isAsking = false
  let longest = 0
  while (status !== 'done') {
    if (status === 'failed') throw new Error('The import failed')
    const before = process.threadCpuUsage()
    await setImmediate()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    if (isAsking) continue
    isAsking = true
    void statusOf(id).then((now) => {
      status = now
      isAsking = false
    })
  }
  return longest
}

const { tags } = parseLimits.html
const outlineCollection = (documents: number) => {
  const ids = Array.from({ length: documents }, (_, index) => `document-${index}`)
  const text = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'Switch the gateway to the second line. '.repeat(20) }],
  }
  return JSON.stringify({
    collection: { name: 'Line 3', documentStructure: ids.map((id) => ({ id, children: [] })) },
    documents: Object.fromEntries(
      ids.map((id) => [id, { id, urlId: id, title: id, data: { type: 'doc', content: Array(400).fill(text) } }]),
    ),
  })
}

const wordsOf = (count: number) => 'Switch the gateway to the second line. '.repeat(count)

test.each<[string, ArchiveContent]>([
  [
    'HTML with all its tags',
    { 'Page.html': `<h1>Page</h1>${`<p>Switch <b>the</b> gateway</p>`.repeat(tags / 4 - 10)}` },
  ],
  ['Markdown of two megabytes', { 'Page.md': `# Page\n\n${`${wordsOf(12)}**now**\n\n`.repeat(4000)}` }],
  ['a table of 2,000 rows', { 'Page.csv': 'Line,State,Since\n'.repeat(parseLimits.tableRows) }],
  [
    'a Confluence space',
    {
      'SP/index.html': `<html><body><div id="main-header"></div><h2>Available Pages:</h2><ul>${Array.from({ length: tags / 4 - 10 }, (_, page) => `<li><a href="Page_${page}.html">Page</a></li>`).join('')}</ul></body></html>`,
      'SP/Page_1.html': `<html><body><div id="main-content">${'<p>Switch</p>'.repeat(1000)}</div></body></html>`,
    },
  ],
  ['a collection of Outline', { 'metadata.json': '{"exportVersion": 1}', 'Line 3.json': outlineCollection(60) }],
])('%s', async (_what, content) => {
  await longestTurn({ 'Page.md': 'The code of imports is loaded with the first one.' })
  let best = Infinity
  for (let run = 0; run < 3 && best >= 100; run++) best = Math.min(best, await longestTurn(content))
  expect(best).toBeLessThan(100)
})
