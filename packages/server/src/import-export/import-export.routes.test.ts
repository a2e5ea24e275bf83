import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildArchive } from './archive.fixture.ts'
import { fetchResult, runTestImport, startTestImport, waitForJob } from './import-export-job.fixture.ts'

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const { db } = server

async function buildOwnedWorkspace() {
  const company = await buildCompany(db)
  const owner = await buildMember(db, company)
  const workspace = await buildWorkspace(db, { company, owner })
  return { company, owner, workspace, token: await server.signIn(owner, company) }
}

const treeOf = async (token: string, id: string) => {
  const { workspace, articles } = (await server.call('workspace.browse', { params: { workspaceId: id } }, token)).ok
  const titles = new Map(articles.map((article) => [article.id, article.title]))
  type Entry = { value: string; items: Entry[] }
  const show = (entries: Entry[]): unknown[] =>
    entries.map(({ value, items }) => (items.length === 0 ? titles.get(value) : [titles.get(value), show(items)]))
  return show(workspace.order)
}

const textOf = async (token: string, workspaceId: string, title: string): Promise<string> => {
  const { articles } = (await server.call('workspace.articles', { params: { id: workspaceId } }, token)).ok
  const found = articles.find((article) => article.title === title)
  if (found === undefined) throw new Error(`There is no ${title}`)
  const { article } = (await server.call('article.get', { params: { id: found.id } }, token)).ok
  return article.textTabs.map(({ text }) => text.replaceAll(/ data-key="[^"]*"/g, '')).join('|')
}

const id = (digit: number) => String(digit).repeat(32)

const notion = {
  [`Handbook ${id(1)}.md`]: `# Handbook\n\nWelcome. See [Onboarding](Handbook%20${id(1)}/Onboarding%20${id(2)}.md).\n\n<aside>\n💡 Ask anybody\n\n</aside>\n\n- [ ] Read\n- [x] Sign\n`,
  [`Handbook ${id(1)}/Onboarding ${id(2)}.md`]: `# Onboarding\n\nTags: people, first week\n\nDay one.\n\n![a chart](https://example.com/chart.png)\n\n\`\`\`JavaScript\nlet a = 1\n\`\`\`\n`,
  [`Handbook ${id(1)}/Tasks ${id(3)}.csv`]: 'Name,State\nBuy desk,Done\n"Order, chair",Open\n',
  [`Handbook ${id(1)}/Tasks ${id(3)}/Buy desk ${id(4)}.md`]: '# Buy desk\n\nWith drawers.\n',
}

test('the pages of a Notion export become articles in their tree, with links, lists, tables and tags', async () => {
  const { token, workspace } = await buildOwnedWorkspace()
  const job = await runTestImport(server, {
    token,
    workspaceId: workspace.id,
    files: [{ name: 'Export.zip', bytes: await buildArchive(notion) }],
  })
  expect(job.error).toBeNull()
  expect(job.status).toBe('done')
  expect(job.report?.source).toBe('Notion export')
  expect(await treeOf(token, workspace.id)).toEqual([['Handbook', ['Onboarding', ['Tasks', ['Buy desk']]]]])
  const handbook = await textOf(token, workspace.id, 'Handbook')
  expect(handbook).toContain('<div data-type="callout" data-kind="tip"><p>💡 Ask anybody</p></div>')
  expect(handbook).toContain('<li data-type="taskItem" data-checked="true">')
  expect(handbook).toMatch(new RegExp(`<a href="/b/${workspace.shortId}/workspace/[0-9a-f-]{36}/onboarding"`))
  const onboarding = await textOf(token, workspace.id, 'Onboarding')
  expect(onboarding).toContain('<a href="https://example.com/chart.png"')
  expect(onboarding).toContain('<code class="language-javascript">let a = 1</code>')
  expect(await textOf(token, workspace.id, 'Tasks')).toContain('<td><p>Order, chair</p></td>')
  expect(job.report?.notes.map(({ kind }) => kind)).toContain('remote_image')
})

const rich = {
  'Guide.md':
    '---\ntitle: Guide\ntags: [one, "two three"]\n---\n# First part\n\nA **bold** and _slanted_ word, `code` and ~~old~~.\n\n| Name | Size |\n| --- | --- |\n| a \\| b | 1 |\n\n1. one\n2. two\n   - nested\n\n> quoted\n\n# Second part\n\nSee [the other](Guide/Other.md).\n',
  'Guide/Other.md': '# Other\n\nText 漢字 שלום.\n',
}

test.each(['markdown', 'html'] as const)('what is exported as %s and imported again is the same', async (format) => {
  const { token, workspace, company, owner } = await buildOwnedWorkspace()
  await runTestImport(server, {
    token,
    workspaceId: workspace.id,
    files: [{ name: 'a.zip', bytes: await buildArchive(rich) }],
  })
  const begun = await server.call(
    'importExport.exportWorkspace',
    { params: { id: workspace.id }, body: { format } },
    token,
  )
  const exported = await waitForJob(server, token, begun.ok.job.id)
  expect(exported.error).toBeNull()
  const files = await fetchResult(server, exported)
  const ending = format === 'html' ? 'html' : 'md'
  expect([...files.keys()]).toEqual([
    `Support runbooks/${format === 'html' ? 'index.html' : 'Contents.md'}`,
    `Support runbooks/01 Guide.${ending}`,
    `Support runbooks/01 Guide/01 Other.${ending}`,
  ])
  expect(files.get(`Support runbooks/01 Guide.${ending}`)?.toString()).toContain(`01%20Guide/01%20Other.${ending}`)

  const other = await buildWorkspace(db, { company, owner, title: 'Copy' })
  const archive = await buildArchive(Object.fromEntries(files))
  const imported = await runTestImport(server, {
    token,
    workspaceId: other.id,
    files: [{ name: 'b.zip', bytes: archive }],
  })
  expect(imported.report).toMatchObject({ source: 'Knowreel export', articles: 2, notes: [] })
  expect(await treeOf(token, other.id)).toEqual(await treeOf(token, workspace.id))
  const bare = (text: string) => text.replaceAll(/\/b\/[^"]*/g, '/b/')
  for (const title of ['Guide', 'Other']) {
    expect(bare(await textOf(token, other.id, title))).toBe(bare(await textOf(token, workspace.id, title)))
  }
  const { articles } = (await server.call('workspace.articles', { params: { id: other.id } }, token)).ok
  expect(articles.find(({ title }) => title === 'Guide')?.tags).toEqual(['one', 'two three'])
})

test("only readers can export, only editors can import, and nobody sees another person's jobs", async () => {
  const { company, workspace, token } = await buildOwnedWorkspace()
  const viewer = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  const viewerToken = await server.signIn(viewer, company)
  const refused = await server.call(
    'importExport.importInto',
    { params: { id: workspace.id }, body: { files: [{ name: 'a.md', size: 3 }] } },
    viewerToken,
  )
  expect(refused.error.code).toBe('forbidden')
  const job = await startTestImport(server, {
    token,
    workspaceId: workspace.id,
    files: [{ name: 'a.md', bytes: Buffer.from('# A') }],
  })
  for (const call of ['importExport.getJob', 'importExport.removeJob'] as const) {
    expect((await server.call(call, { params: { id: job.id } }, viewerToken)).error.code).toBe('not_found')
  }
  await waitForJob(server, token, job.id)
})

test('a person who loses access to the workspace in the meantime gets nothing', async () => {
  const { company, owner, workspace } = await buildOwnedWorkspace()
  const viewer = await buildMember(db, company)
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  const token = await server.signIn(viewer, company)
  await db.updateTable('workspaces').set({ visibility: 'private' }).where('id', '=', workspace.id).execute()
  const { runExport } = await import('./export/run-export.ts')
  const { insertJob } = await import('./import-export.queries.ts')
  const { findMember } = await import('../user/index.ts')
  const member = await findMember(db, { userId: viewer.id, companyId: company.id })
  if (member === null) throw new Error('The viewer is a member')
  const job = await db.transaction().execute((trx) =>
    insertJob(trx, {
      member,
      kind: 'export',
      workspaceId: workspace.id,
      articleId: null,
      title: 'W',
      options: { format: 'markdown', recordings: 'none', isWithSubArticles: true },
    }),
  )
  await db.deleteFrom('workspace_roles').where('user_id', '=', viewer.id).execute()
  const files = new Proxy(
    {},
    {
      get: () => () => {
        throw new Error('nothing is written')
      },
    },
  )
  await runExport({
    jobId: job.id,
    services: { db, files: files as never, publicAddress: () => server.url },
    signal: AbortSignal.timeout(5000),
    log: () => undefined,
    isLastTry: true,
  })
  const { job: over } = (await server.call('importExport.getJob', { params: { id: job.id } }, token)).ok
  expect(over).toMatchObject({
    status: 'failed',
    error: 'You no longer have access to this',
    result: null,
    workspace: null,
  })
  expect(owner.id).not.toBe(viewer.id)
})
