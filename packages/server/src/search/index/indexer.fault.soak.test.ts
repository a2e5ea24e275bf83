/** Kills the server, and rebuilds of the index, while people write: afterwards the index equals a rebuilt one. */
import { newId, newKey, newShortId } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { prepareKillableServer } from '../../../test/servers/killable-server.ts'
import { buildArticle, type BuiltArticle } from '../../article/article.builder.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { buildFile } from '../../file/file.builder.ts'
import { insertText } from '../../file/text/file-text.queries.ts'
import { toStoredWords } from '../../transcription/stored-words.ts'
import { saveWords } from '../../transcription/transcription.queries.ts'
import { buildTranscript, say } from '../../transcription/transcription.builder.ts'
import { startSession } from '../../user/index.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'

const kills = Number(process.env['INDEX_KILLS'] ?? 8)
/** So many that a rebuild takes seconds. */
const articleCount = 1500
const reindexProgram = fileURLToPath(new URL('../../app/reindex-search.ts', import.meta.url))
const { db, connection } = await createTestDatabase()
const server = await prepareKillableServer(connection)
const company = await buildCompany(db)
const workspace = await buildWorkspace(db, { company })
const workspaces = [workspace, await buildWorkspace(db, { company })]
const token = await startSession(db, { userId: company.owner.id, companyId: company.id, userAgent: null })
const pick = <Item>(from: readonly Item[]): Item | undefined => from[Math.floor(Math.random() * from.length)]

const readIndex = async () =>
  (
    await sql<{ entry: string }>`
      select json_build_array(kind, company_id, workspace_id, article_id, part, slug, starts_at, file_id, page, content,
        marks, folded, terms::text, hash, changed_at)::text as entry
      from search_entries order by 1
    `.execute(db)
  ).rows.map(({ entry }) => entry)

const countChanges = async () =>
  (
    await db
      .selectFrom('search_changes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

async function seedTexts(): Promise<void> {
  const ids = Array.from({ length: articleCount }, () => newId())
  await sql`
    with seeded as (
      insert into articles
        (id, short_id, company_id, workspace_id, title, slug, tags, author_id, updated_by_id, hash, published_at)
      select id, short_id, ${company.id}::uuid, ${workspace.id}::uuid, 'Seeded ' || short_id, 'seeded', '{seeded}',
        ${company.owner.id}::uuid, ${company.owner.id}::uuid, 'seeded', now()
      from unnest(${ids}::uuid[], ${ids.map(() => newShortId())}::text[]) as t (id, short_id)
      returning id, short_id
    )
    insert into text_tabs (article_id, id, position, title, slug, content, html, plain_text)
    select id, short_id, 0, 'Note', 'note', '{"type":"doc","content":[]}', '', repeat('word ' || short_id || ' ', 100)
    from seeded
  `.execute(db)
}

/** Each with a recording that says something, and an attachment. */
async function buildRecorded(): Promise<BuiltArticle & { videoId: string }> {
  const videoId = await buildVideo(db, company, { duration: 60_000 })
  await buildTranscript(db, videoId, say(`gateway ${newKey()}`))
  const part = { id: newKey(), title: `Part ${newKey()}`, tags: [], isExpanded: true, items: [] }
  const article = await buildArticle(db, {
    workspace,
    paragraphs: [{ ...part, map: wholeRecording(videoId, 60_000) }],
  })
  const file = await buildFile(
    db,
    { company, owner: company.owner },
    { kind: 'attachment', name: 'List.pdf', articles: [article] },
  )
  await db
    .transaction()
    .execute((trx) => insertText(trx, file.id, 'read', [{ page: 1, content: `Wombat ${newKey()}` }]))
  const html = `<div data-url="${file.path}">List.pdf</div>`
  await db.updateTable('text_tabs').set({ html }).where('article_id', '=', article.id).execute()
  return { ...article, videoId }
}

const call = (method: string, path: string, body?: object) =>
  fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
    .then((response) => response.json() as Promise<{ article?: { id: string } }>)
    .catch(() => ({ article: undefined }))

const ids: string[] = []
const recorded = await Promise.all(Array.from({ length: 5 }, buildRecorded))

const writes: Record<string, () => Promise<unknown>> = {
  async publish() {
    const textTabs = [{ id: newKey(), title: 'Note', text: `<p>word ${newKey()}</p>`.repeat(20) }]
    const draft = { clientId: newId(), workspace: pick(workspaces)?.id, parentArticle: null }
    const body = { ...draft, tags: [`tag ${newKey()}`], textTabs, title: `Title ${newKey()}`, isPublish: true }
    const { article } = await call('POST', '/article/new', body)
    if (article) ids.push(article.id)
  },
  rename: () => call('POST', `/article/${pick(ids)}`, { title: `Title ${newKey()}`, isPublish: true }),
  delete: () => call('DELETE', `/article/${pick(ids)}`),
  archive: () => call('PUT', '/article/archived', { articleIds: [pick(ids)], isArchived: Math.random() < 0.5 }),
  move: () =>
    call('PUT', `/article/transfer/${pick(ids)}`, { companyId: company.id, workspaceId: pick(workspaces)?.id }),
  'correct a transcript': async () => {
    const words = toStoredWords(say(`modem ${newKey()}`))
    await db.transaction().execute((trx) => saveWords(trx, pick(recorded)?.videoId ?? '', words))
  },
  /** As the removal of a company does, in one statement. */
  'remove rows': () =>
    sql`
    delete from articles where id in (select id from articles where title like 'Seeded%' order by id limit 5)
  `.execute(db),
}

function startReindex() {
  const child = spawn(process.execPath, [reindexProgram], {
    env: {
      ...process.env,
      DATA_DIR: server.dataDirectory,
      DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString()
      resolve()
    })
    child.once('exit', () => resolve())
  })
  return { child, begun, ended: once(child, 'exit'), isComplete: () => output.includes('is rebuilt') }
}

it(`equals a rebuilt one after ${kills} kills`, { timeout: 900_000 }, async () => {
  await seedTexts()
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const [, work] = ids.length < 5 ? ['', writes['publish']] : (pick(Object.entries(writes)) ?? [])
      await work?.()
      await delay(5)
    }
  }
  const interrupted = { indexing: 0, rebuilds: 0 }
  for (let kill = 0; kill < kills; kill++) {
    isOver = false
    await server.start()
    const working = [1, 2, 3].map(write)
    const reindex = startReindex()
    await reindex.begun
    await delay(Math.random() * 1500)
    // Sometimes the rebuild ends with the server, sometimes before it.
    reindex.child.kill('SIGKILL')
    await reindex.ended
    if (!reindex.isComplete()) interrupted.rebuilds += 1
    if (kill % 2 === 1) await delay(Math.random() * 1000)
    await server.kill()
    isOver = true
    await Promise.all(working)
    if ((await countChanges()) !== 0) interrupted.indexing += 1
  }
  // Otherwise, nothing was tested.
  expect(interrupted.rebuilds).toBeGreaterThan(kills / 3)
  expect(interrupted.indexing).toBeGreaterThan(kills / 3)
  await server.start()
  await vi.waitFor(async () => expect(await countChanges()).toBe(0), { timeout: 120_000, interval: 200 })
  await server.kill()
  const kept = await readIndex()
  process.stdout.write(`index faults: ${JSON.stringify({ kills, ...interrupted, entries: kept.length })}\n`)
  const kinds = new Set(kept.map((entry) => (JSON.parse(entry) as string[])[0]))
  expect([...kinds]).toEqual(
    expect.arrayContaining(['workspace', 'article', 'paragraph', 'tag', 'articleNotes', 'articleVideo']),
  )
  const last = startReindex()
  await last.ended
  expect(last.isComplete()).toBe(true)
  expect(kept).toEqual(await readIndex())
})
