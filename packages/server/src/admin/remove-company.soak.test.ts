/** A worker that is killed while it removes a company: the next one continues, and nothing is left in rows or files. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { prepareKillableServer } from '../../test/servers/killable-server.ts'
import { buildCompany, type BuiltCompany } from '../company/company.builder.ts'
import { newFileKey, openFileStorage } from '../platform/files/index.ts'
import { startSession } from '../user/index.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { rowsOfTables, storedFiles, tablesWithoutCompanies } from './installation-contents.fixture.ts'

const articleCount = 3000
const fileCount = 600
/** The worker is killed when this share of the articles is left. */
const kills = [0.8, 0.6, 0.4, 0.2]

const secret = 'a secret for tests only, 32 characters'
const { db, connection } = await createTestDatabase()
const server = await prepareKillableServer(connection, {
  settings: { ROLES: 'api,collab,worker', SECRET: secret },
})
const operator = await buildUser(db, { isSuperAdmin: true })
const token = await startSession(db, { userId: operator.id, companyId: null, userAgent: null })

async function fill(company: BuiltCompany): Promise<void> {
  const workspace = await buildWorkspace(db, { company, owner: company.owner })
  await sql`
    with seeded as (
      insert into articles (id, short_id, company_id, workspace_id, title, slug, author_id, updated_by_id, hash, published_at)
      select gen_random_uuid(), 'a' || n || 'z', ${company.id}::uuid, ${workspace.id}::uuid, 'Article ' || n, 'article-' || n,
        ${company.owner.id}::uuid, ${company.owner.id}::uuid, 'seeded', now()
      from generate_series(1, ${articleCount}::int) n
      returning id, short_id
    ), tabs as (
      insert into text_tabs (article_id, id, position, title, slug, content, html, plain_text)
      select id, short_id, 0, 'Note', 'note', '{"type":"doc","content":[]}', '', repeat('word ' || short_id || ' ', 100)
      from seeded
    )
    insert into comments (id, article_id, author_id, content, plain_text)
    select gen_random_uuid(), id, ${company.owner.id}::uuid, 'Wait two minutes', 'Wait two minutes' from seeded
  `.execute(db)
  await addFiles(company, fileCount)
}

async function addFiles(company: BuiltCompany, count: number): Promise<void> {
  const storage = await openFileStorage({ dataDirectory: server.dataDirectory, secret })
  const keys = Array.from({ length: count }, () => newFileKey('images', 'image/png'))
  for (const key of keys) await storage.put(key, Buffer.from('picture'))
  await sql`
    insert into files (id, company_id, owner_id, kind, key, name, content_type, size, stored_at)
    select gen_random_uuid(), ${company.id}::uuid, ${company.owner.id}::uuid, 'image', key, 'Roof', 'image/png', 7, now()
    from unnest(${keys}::text[]) key
  `.execute(db)
}

const countOf = async (table: string, company: BuiltCompany) =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where ${sql.ref(table === 'companies' ? 'id' : 'company_id')} = ${company.id}
    `.execute(db)
  ).rows[0]?.n ?? 0

const countUnindexed = async () =>
  (
    await db
      .selectFrom('search_changes')
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

const contents = async () => {
  const rows = Object.entries(await rowsOfTables(db)).filter(([name]) => !tablesWithoutCompanies.includes(name))
  return { rows: Object.fromEntries(rows), files: await storedFiles(server.dataDirectory) }
}

test('a removal outlives kills of its worker', { timeout: 400_000 }, async () => {
  await server.start()
  await addFiles(await buildCompany(db, { title: 'Nordlys' }), 3)
  // The workspace of the company that stays is in the index from now on.
  await expect.poll(countUnindexed, { timeout: 60_000 }).toBe(0)
  const before = await contents()
  const company = await buildCompany(db, { title: 'Halden' })
  await fill(company)

  const response = await fetch(`${server.url}/api/admin/company/${company.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Halden' }),
  })
  expect(response.status).toBe(200)

  const leftAtKill: number[] = []
  for (const share of kills) {
    await expect
      .poll(() => countOf('articles', company), { timeout: 60_000, interval: 5 })
      .toBeLessThan(articleCount * share)
    await server.kill()
    leftAtKill.push(await countOf('articles', company))
    await server.start()
  }
  // Each kill interrupted it, and each start continued it.
  expect(leftAtKill.at(-1)).toBeGreaterThan(0)
  expect(leftAtKill).toEqual(leftAtKill.toSorted((a, b) => b - a))
  expect(new Set(leftAtKill).size).toBe(kills.length)

  await expect.poll(() => countOf('companies', company), { timeout: 120_000 }).toBe(0)
  await expect.poll(async () => (await contents()).files, { timeout: 60_000 }).toEqual(before.files)
  expect(await contents()).toEqual(before)
})
