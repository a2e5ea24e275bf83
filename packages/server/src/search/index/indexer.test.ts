import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { buildFile } from '../../file/file.builder.ts'
import { insertText } from '../../file/text/file-text.queries.ts'
import { lockRemovals } from '../../platform/files/index.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { indexBatch, openIndexer, rebuildIndex } from './indexer.ts'
import type { TimedTextSource } from './timed-text.ts'

const { db, connection } = await createTestDatabase()
const company = await buildCompany(db)
const workspace = await buildWorkspace(db, { company })
const index = async (sources: readonly TimedTextSource[] = []) => {
  while ((await indexBatch(db, sources)) !== 0);
}
const titles = async () =>
  (await db.selectFrom('search_entries').select('content').where('kind', '=', 'article').execute()).map(
    ({ content }) => content,
  )

/** Starts a deletion after the indexer has read the articles and before it writes their entries. */
function deleteMeanwhile(table: 'articles' | 'files', { id }: { id: string }) {
  let deletion: Promise<unknown> | null = null
  const source: TimedTextSource = {
    kind: 'speech',
    async versionsOf() {
      deletion ??= db.deleteFrom(table).where('id', '=', id).execute()
      await Promise.race([deletion, untilSomebodyWaits()])
      return new Map()
    },
    readSpans: () => Promise.resolve([]),
  }
  return { source, end: async () => expect(await deletion).not.toBeNull() }
}

/** For a lock. */
const untilSomebodyWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    expect(rows).not.toEqual([])
  })

test('an article that is deleted while it is indexed has no entries, and the others of its batch have', async () => {
  const gone = await buildArticle(db, { workspace, title: 'Gone', duration: 1000 })
  await buildArticle(db, { workspace, title: 'Kept' })
  const { source, end } = deleteMeanwhile('articles', gone)
  await index([source])
  await end()
  expect(await titles()).toEqual(['Kept'])
})

test('an article that cannot be indexed does not hold up the others, and is tried again', async () => {
  let isBroken = true
  const source: TimedTextSource = {
    kind: 'speech',
    versionsOf: () => (isBroken ? Promise.reject(new Error('unreadable')) : Promise.resolve(new Map())),
    readSpans: () => Promise.resolve([]),
  }
  await index()
  await buildArticle(db, { workspace, title: 'Broken', duration: 1000 })
  await buildArticle(db, { workspace, title: 'Behind it' })
  const errors: unknown[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (fault: unknown) => errors.push(fault) }
  const indexer = await openIndexer({ db, sources: [source], connection, log })
  try {
    await vi.waitFor(async () => expect(await titles()).toContain('Behind it'), { timeout: 10_000 })
    expect(await titles()).not.toContain('Broken')
    expect(errors).not.toEqual([])
    isBroken = false
    await buildArticle(db, { workspace, title: 'Later' })
    await vi.waitFor(async () => expect(await titles()).toContain('Broken'), { timeout: 20_000 })
  } finally {
    await indexer.close()
  }
  await db.deleteFrom('articles').where('title', 'in', ['Broken', 'Behind it', 'Later']).execute()
  await index()
})

test('a rebuild continues when an article is deleted while it is indexed', async () => {
  const gone = await buildArticle(db, { workspace, title: 'Gone too', duration: 1000 })
  await index()
  const { source, end } = deleteMeanwhile('articles', gone)
  await rebuildIndex(db, [source], () => undefined)
  await end()
  expect(await titles()).toEqual(['Kept'])
})

test('a file that is deleted while its note is indexed is not found', async () => {
  const article = await buildArticle(db, { workspace, title: 'With a file', duration: 1000 })
  const file = await buildFile(
    db,
    { company, owner: company.owner },
    { kind: 'attachment', name: 'List.pdf', articles: [article] },
  )
  await db.transaction().execute((trx) => insertText(trx, file.id, 'read', [{ page: 1, content: 'A wombat.' }]))
  const html = `<div data-url="${file.path}">List.pdf</div>`
  await db.updateTable('text_tabs').set({ html }).where('article_id', '=', article.id).execute()
  await index()
  const ofFiles = sql`select 1 from search_entries where file_id is not null`
  expect((await ofFiles.execute(db)).rows).toHaveLength(1)
  const { source, end } = deleteMeanwhile('files', file)
  await rebuildIndex(db, [source], () => undefined)
  await end()
  expect((await ofFiles.execute(db)).rows).toHaveLength(0)
  expect(await titles()).toEqual(['Kept', 'With a file'])
})

test('a backup does not stop the index', async () => {
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  await lockRemovals(client)
  await buildArticle(db, { workspace, title: 'During a backup' })
  expect(await indexBatch(db)).toBeGreaterThan(0)
  expect(await titles()).toContain('During a backup')
})
