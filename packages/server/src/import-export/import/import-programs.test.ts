/** Exports as other programs write them, imported by a running server. */
import { NOTE_CLIENT_LIMIT } from '@knowreel/shared/note/note-document.ts'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildArchive, type ArchiveContent } from '../archive.fixture.ts'
import { runTestImport, startTestImport, waitForJob } from '../import-export-job.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const { db } = server
const company = await buildCompany(db)
const owner = await buildMember(db, company)
const token = await server.signIn(owner, company)
const picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#483' } })
  .png()
  .toBuffer()

async function bring(content: ArchiveContent) {
  const workspace = await buildWorkspace(db, { company, owner })
  const job = await runTestImport(server, {
    token,
    workspaceId: workspace.id,
    files: [{ name: 'a.zip', bytes: await buildArchive(content) }],
  })
  return { workspace, job, ...(await readWorkspace(workspace.id)) }
}

async function readWorkspace(id: string) {
  const browsed = (await server.call('workspace.browse', { params: { workspaceId: id } }, token)).ok
  const titles = new Map(browsed.articles.map((article) => [article.id, article.title]))
  type Entry = { value: string; items: Entry[] }
  const show = (entries: Entry[]): unknown[] =>
    entries.map(({ value, items }) => (items.length === 0 ? titles.get(value) : [titles.get(value), show(items)]))
  const texts = new Map<string, string>()
  for (const article of browsed.articles) {
    const { textTabs } = (await server.call('article.get', { params: { id: article.id } }, token)).ok.article
    texts.set(article.title, textTabs.map(({ text }) => text.replaceAll(/ data-key="[^"]*"/g, '')).join('|'))
  }
  return { tree: show(browsed.workspace.order), texts, articles: browsed.articles }
}

test('a Confluence space is imported with its tree, macros, tasks, code and attachments', async () => {
  const page = (title: string, body: string, more = '') =>
    `<html><head><title>Space : ${title}</title></head><body><div id="main-header"><h1 id="title-heading"><span id="title-text">Space : ${title}</span></h1></div><div id="content"><div id="main-content" class="wiki-content group">${body}</div>${more}</div></body></html>`
  const { job, tree, texts } = await bring({
    'SP/index.html':
      '<html><body><div id="main-header"></div><h2>Available Pages:</h2><ul><li><a href="Home_1.html">Home</a><ul><li><a href="Second_3.html">Second</a></li><li><a href="First_2.html">First</a></li></ul></li></ul></body></html>',
    'SP/Home_1.html': page(
      'Home',
      '<p>See <a href="First_2.html">First</a>.</p><div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Mind</p><div class="confluence-information-macro-body"><p>the gap</p></div></div>',
    ),
    'SP/First_2.html': page(
      'First',
      '<ul class="inline-task-list"><li class="checked"><span>did</span></li><li><span>do</span></li></ul><div class="code panel"><div class="codeContent panelContent"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int a;</pre></div></div><p><img src="attachments/2/9.png" alt="Chart"></p>',
      '<div class="pageSection"><h2 id="attachments">Attachments:</h2><div class="greybox"><a href="attachments/2/8.pdf">Terms.pdf</a></div></div>',
    ),
    'SP/Second_3.html': page('Second', '<h1>Part one</h1><p>a</p><h1>Part two</h1><p>b</p>'),
    'SP/attachments/2/9.png': picture,
    'SP/attachments/2/8.pdf': '%PDF-1.4 nothing',
  })
  expect(job.error).toBeNull()
  expect(job.report?.source).toBe('Confluence space export')
  expect(tree).toEqual([['Home', ['Second', 'First']]])
  expect(texts.get('Home')).toContain(
    '<div data-type="callout" data-kind="danger"><p><strong>Mind</strong></p><p>the gap</p></div>',
  )
  expect(texts.get('Home')).toContain('/first"')
  expect(texts.get('First')).toContain('data-checked="true"')
  expect(texts.get('First')).toContain('<code class="language-java">int a;</code>')
  expect(texts.get('First')).toContain('data-src="/files/images/')
  expect(texts.get('First')).toContain('data-name="Terms.pdf"')
  expect(texts.get('Second')).toBe('<h1>Part one</h1><p>a</p><h1>Part two</h1><p>b</p>')
  expect(job.report?.notes).toEqual([])
})

test('pages of Notion in HTML keep to-dos, callouts, toggles, columns and code', async () => {
  const id = '0123456789abcdef0123456789abcdef'
  const { job, texts, articles } = await bring({
    [`Plan ${id}.html`]: `<html><head><title>Plan</title></head><body><article id="x" class="page sans"><header><div class="page-header-icon undefined"><span class="icon">🚒</span></div><h1 class="page-title">Plan</h1><table class="properties"><tbody><tr class="property-row property-row-multi_select"><th>Tags</th><td><span class="selected-value">red</span><span class="selected-value">blue</span></td></tr></tbody></table></header><div class="page-body">
<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">done</span></li></ul>
<figure class="block-color-gray_background callout" style="white-space:pre-wrap"><div style="font-size:1.5em"><span class="icon">💡</span></div><div style="width:100%">Look here</div></figure>
<ul class="toggle"><li><details open=""><summary>More</summary><p>hidden</p></details></li></ul>
<div class="column-list"><div style="width:25%" class="column"><p>left</p></div><div style="width:75%" class="column"><p>right</p></div></div>
<pre class="code"><code class="language-Python">print(1)</code></pre>
<figure class="image"><a href="Plan/a.png"><img src="Plan/a.png"/></a><figcaption>Under it</figcaption></figure></div></article></body></html>`,
    'Plan/a.png': picture,
  })
  expect(job.report?.source).toBe('Notion export')
  const text = texts.get('Plan') ?? ''
  expect(text).toContain('data-checked="true"')
  expect(text).toContain('<div data-type="callout" data-kind="tip"><p>💡 Look here</p></div>')
  expect(text).toContain('<details><summary><p>More</p></summary><p>hidden</p></details>')
  expect(text).toContain(
    '<div data-type="columns" data-layout="sidebar-left"><div data-type="column"><p>left</p></div>',
  )
  expect(text).toContain('<code class="language-python">print(1)</code>')
  expect(text).toContain('data-src="/files/images/')
  expect(text).toContain('<p>Under it</p>')
  const article = (await server.call('article.get', { params: { id: articles[0]?.id ?? '' } }, token)).ok.article
  expect(article.tags).toEqual(['red', 'blue'])
  expect(article.icon).toBe('🚒')
  expect(text).not.toContain('🚒')
})

test('Outline is imported from Markdown and from JSON', async () => {
  const markdown = await bring({
    'Team/Guide.md':
      '# Guide\n\n:::info\nMind this\n:::\n\nA ==marked== word.\n\n[https://youtu.be/dQw4w9WgXcQ](https://youtu.be/dQw4w9WgXcQ)\n\n![Plan](uploads/1/a.png " =300x200")\n',
    'Team/Guide/Inner.md': '# Inner\n\nText.\n',
    'Team/uploads/1/a.png': picture,
  })
  expect(markdown.job.report?.source).toBe('Outline export')
  expect(markdown.tree).toEqual([['Guide', ['Inner']]])
  expect(markdown.texts.get('Guide')).toContain('<div data-type="callout" data-kind="info"><p>Mind this</p></div>')
  expect(markdown.texts.get('Guide')).toContain('<mark>marked</mark>')
  expect(markdown.texts.get('Guide')).toContain(
    '<div data-type="embed"><a data-part="title" href="https://youtu.be/dQw4w9WgXcQ"',
  )
  expect(markdown.texts.get('Guide')).toContain('/files/images/')
  expect(markdown.texts.get('Guide')).toMatch(/<img [^>]*width="300" height="200"/)
  expect(markdown.texts.get('Guide')).not.toContain('=300x200')

  const text = (words: string) => ({ type: 'text', text: words })
  const json = await bring({
    'metadata.json': JSON.stringify({ exportVersion: 1 }),
    'Team.json': JSON.stringify({
      collection: { name: 'Team', documentStructure: [{ id: 'd1', children: [{ id: 'd2', children: [] }] }] },
      documents: {
        d1: {
          id: 'd1',
          urlId: 'abcdefghij',
          title: 'Guide',
          data: {
            type: 'doc',
            content: [
              {
                type: 'checkbox_list',
                content: [
                  {
                    type: 'checkbox_item',
                    attrs: { checked: true },
                    content: [{ type: 'paragraph', content: [text('done')] }],
                  },
                ],
              },
            ],
          },
        },
        d2: {
          id: 'd2',
          urlId: 'klmnopqrst',
          title: 'Inner',
          data: {
            type: 'doc',
            content: [
              {
                type: 'paragraph',
                content: [{ ...text('up'), marks: [{ type: 'link', attrs: { href: '/doc/guide-abcdefghij' } }] }],
              },
            ],
          },
        },
      },
      attachments: {},
    }),
  })
  expect(json.tree).toEqual([['Guide', ['Inner']]])
  expect(json.texts.get('Guide')).toContain('data-checked="true"')
  expect(json.texts.get('Inner')).toMatch(/<a href="\/b\/[a-z0-9]+\/workspace\/[0-9a-f-]{36}\/[^"]*"/)
})

test('malicious HTML is imported without anything that could run, and what is too deep is reported', async () => {
  const { job, texts } = await bring({
    'bad.html':
      '<html><body><h1>Bad</h1><script>alert(1)</script><p onclick="x()">text <a href="javascript:alert(1)">link</a><img src=x onerror=alert(1)></p><iframe src="https://example.com/x"></iframe></body></html>',
    'deep.html': `<h1>Deep</h1>${'<div>'.repeat(3000)}x`,
    'quotes.md': '>'.repeat(5000),
    'lists.md': Array.from({ length: 500 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
    'large.md': `# Large\n\n${'x'.repeat(4_100_000)}`,
  })
  expect(texts.get('Bad')).toContain('<p>text link</p>')
  expect(texts.get('Bad')).not.toMatch(/script|onclick|onerror/)
  expect(job.report?.notes.filter(({ kind }) => kind === 'page_too_large').map(({ location }) => location)).toEqual([
    'deep.html',
    'large.md',
  ])
})

test('a page that is too long is split into tabs and then into articles, without losing anything', async () => {
  const lines = Array.from({ length: 4500 }, (_, index) => `Line ${index} ${'word '.repeat(5)}`)
  const { job, tree, texts, articles } = await bring({ 'Long.md': `# Long\n\n${lines.join('\n\n')}\n` })
  expect(job.report?.notes.map(({ kind }) => kind)).toEqual(['article_split'])
  expect(tree).toEqual([['Long', ['Long (part 2)']]])
  const all = [...(texts.get('Long') ?? ''), ...(texts.get('Long (part 2)') ?? '')].join('')
  for (const index of [0, 1234, 4499]) expect(all).toContain(`Line ${index} `)
  const sizes = await db
    .selectFrom('text_tabs')
    .where(
      'article_id',
      'in',
      articles.map(({ id }) => id),
    )
    .select('plain_text')
    .execute()
  expect(sizes.every(({ plain_text: plain }) => plain.length <= NOTE_CLIENT_LIMIT)).toBe(true)
})

test('an import that is killed resumes without creating an article twice', async () => {
  const workspace = await buildWorkspace(db, { company, owner })
  const pages = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`Page ${index}.md`, `# Page ${index}\n\nText.`]),
  )
  const job = await startTestImport(server, {
    token,
    workspaceId: workspace.id,
    files: [{ name: 'a.zip', bytes: await buildArchive(pages) }],
  })
  await waitForJob(server, token, job.id)
  // The state a worker leaves when it dies after the third page: what was written stays, the rest does not.
  const all = await db
    .selectFrom('articles')
    .where('workspace_id', '=', workspace.id)
    .select(['id', 'title'])
    .orderBy('title')
    .execute()
  await db
    .deleteFrom('articles')
    .where(
      'id',
      'in',
      all.slice(3).map(({ id }) => id),
    )
    .execute()
  const report = { ...(await waitForJob(server, token, job.id)).report, articles: 3 }
  await db
    .updateTable('workspaces')
    .set({ article_order: JSON.stringify(all.slice(0, 3).map(({ id }) => ({ value: id, items: [] }))) })
    .where('id', '=', workspace.id)
    .execute()
  await db
    .updateTable('transfer_jobs')
    .set({ status: 'running', cursor: 3, report: JSON.stringify(report) })
    .where('id', '=', job.id)
    .execute()
  const { runImport } = await import('./run-import.ts')
  const { openFileStorage } = await import('../../platform/files/index.ts')
  const { testSecret } = await import('../../../test/server.ts')
  const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret } as never)
  const again = () =>
    runImport({
      jobId: job.id,
      services: { db, files, jobs: server.jobs },
      signal: AbortSignal.timeout(30_000),
      log: () => undefined,
      isLastTry: true,
    })
  await Promise.all([again(), again()])
  const { tree } = await readWorkspace(workspace.id)
  expect(tree).toEqual(Array.from({ length: 8 }, (_, index) => `Page ${index}`))
  expect((await waitForJob(server, token, job.id)).report?.articles).toBe(8)
})

test('drafts stay drafts, and a person who lost the permission in the meantime imports nothing', async () => {
  const workspace = await buildWorkspace(db, { company, owner })
  const files = [{ name: 'A.md', bytes: Buffer.from('# A\n\nText.') }]
  const job = await runTestImport(server, { token, workspaceId: workspace.id, files, isPublished: false })
  expect(job.report).toMatchObject({ articles: 1 })
  expect((await readWorkspace(workspace.id)).articles).toEqual([])
  const { article } = (await server.call('draft.get', { params: { id: job.report?.listed[0]?.id ?? '' } }, token)).ok
  expect(article).toMatchObject({ title: 'A', isDraft: true })
  expect(article.textTabs[0]?.text).toContain('Text.')

  const begun = (
    await server.call(
      'importExport.importInto',
      { params: { id: workspace.id }, body: { files: [{ name: 'A.md', size: 3 }] } },
      token,
    )
  ).ok
  await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', workspace.id).execute()
  await fetch(server.url + (begun.uploads[0] ?? ''), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'abc',
  })
  expect(await waitForJob(server, token, begun.job.id)).toMatchObject({
    status: 'failed',
    error: 'This workspace is archived',
  })
})

test('pages of Notion in Markdown keep the lines of properties and the formats in callouts', async () => {
  const { texts } = await bring({
    [`Meter ${'1'.repeat(32)}.md`]:
      '# Meter\n\nSerial: A1\nOwner: Ines\n\n<aside>\n💡 Take **both** keys\n\n</aside>\n\n- Gate\n    \n    <aside>\n    ⚠️ *Closed* on Sunday\n    \n    </aside>\n    \n\n```\n<aside>\nas it is\n```\n',
  })
  const text = texts.get('Meter') ?? ''
  expect(text).toContain('<p>Serial: A1<br>Owner: Ines</p>')
  expect(text).toContain('<div data-type="callout" data-kind="tip"><p>💡 Take <strong>both</strong> keys</p></div>')
  expect(text).toContain('<div data-type="callout" data-kind="warning"><p>⚠️ <em>Closed</em> on Sunday</p></div>')
  expect(text).toContain('&lt;aside&gt;\nas it is')
})

test('a link to a Notion table view leads to the article made from the table', async () => {
  const [page, table] = ['1'.repeat(32), '2'.repeat(32)]
  const { texts, job } = await bring({
    [`Site ${page}.md`]: `# Site\n\n[Devices](Site/Devices%20${table}.csv)`,
    [`Site/Devices ${table}.csv`]: 'Name\nGateway\n',
    [`Site/Devices ${table}_all.csv`]: 'Name\nGateway\nMeter\n',
  })
  expect(job.report).toMatchObject({ articles: 2, files: 0 })
  expect(texts.get('Site')).toMatch(/<p><a href="\/b\/[^"]*\/devices"[^>]*>Devices<\/a><\/p>/)
})

test('an archive from Notion that contains the parts of an export is imported as it is', async () => {
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)]
  const { job, tree, texts } = await bring({
    'ExportBlock-0f1e2d3c-Part-1.zip': await buildArchive({
      // Current exports have no ids in their folder names.
      [`Private & Shared/Handbook ${first}.md`]: `# Handbook\n\nSee [Site](Handbook/Site%20visit%20${second}.md).\n\n![](Handbook/a.png)`,
      'Private & Shared/Handbook/a.png': picture,
      'Private & Shared/Handbook/inner.zip': 'PK',
    }),
    'ExportBlock-0f1e2d3c-Part-2.zip': await buildArchive({
      [`Private & Shared/Handbook/Site visit ${second}.md`]: '# Site visit\n\nBring a torch.',
    }),
  })
  expect(job).toMatchObject({ status: 'done', report: { source: 'Notion export', articles: 2, files: 1 } })
  expect(job.report?.notes.map(({ kind }) => kind)).toEqual(['archive_inside'])
  expect(tree).toEqual([['Handbook', ['Site visit']]])
  expect(texts.get('Site visit')).toContain('Bring a torch.')
  expect(texts.get('Handbook')).toContain('data-type="image"')
})

test('parts of parts and damaged parts are not opened', async () => {
  const nested = await buildArchive({
    'Part.zip': await buildArchive({ 'Part.zip': await buildArchive({ 'a.md': '# A' }) }),
  })
  const workspace = await buildWorkspace(db, { company, owner })
  const bring1 = (bytes: Uint8Array) =>
    runTestImport(server, { token, workspaceId: workspace.id, files: [{ name: 'a.zip', bytes }] })
  expect((await bring1(nested)).error).toContain('no page')
  expect((await bring1(await buildArchive({ 'Part.zip': 'PK\u0003\u0004nothing' }))).error).toContain('not a zip')
})

test('a file that is no archive and one without pages fail with that reason', async () => {
  const workspace = await buildWorkspace(db, { company, owner })
  const bring1 = (name: string, bytes: Uint8Array) =>
    runTestImport(server, { token, workspaceId: workspace.id, files: [{ name, bytes }] })
  expect((await bring1('a.zip', Buffer.from('PK\u0003\u0004nothing'))).error).toContain('damaged or not a zip')
  expect((await bring1('a.zip', await buildArchive({ 'a.png': picture }))).error).toContain('no page')
})

test('bytes that do not match the declared size are refused, and a URL works for its file only', async () => {
  const workspace = await buildWorkspace(db, { company, owner })
  const begun = (
    await server.call(
      'importExport.importInto',
      { params: { id: workspace.id }, body: { files: [{ name: 'A.md', size: 3 }] } },
      token,
    )
  ).ok
  const [address = ''] = begun.uploads
  const put = (to: string, body: string) =>
    fetch(server.url + to, { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body }).then(
      ({ status }) => status,
    )
  expect(await put(address, 'abcd')).toBe(400)
  expect(await put(address.replace('/0?', '/1?'), 'abc')).toBe(403)
  expect(
    await put(
      address.replace(/sig=(.)/, (_, first: string) => `sig=${first === 'x' ? 'y' : 'x'}`),
      'abc',
    ),
  ).toBe(403)
  await server.call('importExport.removeJob', { params: { id: begun.job.id } }, token)
  expect(await put(address, 'abc')).toBe(404)
})
