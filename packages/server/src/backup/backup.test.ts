/** Backups of a server in use, and what a restore finds. */
import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { startS3Server } from '../../test/servers/s3-server.ts'
import { startTestServer, testSecret } from '../../test/server.ts'
import { migrationsDirectory } from '../app/migrations-directory.ts'
import { allJobs } from '../app/job-list.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import type { DatabaseConnection } from '../platform/database/database.ts'
import {
  deferRemovalsDuringBackups,
  findFileKeys,
  lockRemovals,
  newFileKey,
  openFileStorage,
  removeFile,
  type FileStorage,
} from '../platform/files/index.ts'
import { createLog } from '../platform/log/log.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { createBackup, readManifest, restoreBackup, secretPath } from './index.ts'
import { tablePath, type Manifest } from './manifest.ts'

const log = createLog({ logLevel: 'error' })
const server = await startTestServer()
const { db } = server
const storage = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
/** As the app removes files. */
const files = deferRemovalsDuringBackups(storage, { db, enqueue: server.jobs.enqueue })
const scratch = await mkdtemp(path.join(tmpdir(), 'knowreel-backup-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))

const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
const connection: DatabaseConnection = { ...inject('databaseServer'), database: rows[0]?.name ?? '' }
const source = {
  connection,
  files: storage,
  secret: testSecret,
  version: '0.1.0',
  jobs: allJobs,
}
let folders = 0
const newFolder = () => path.join(scratch, `backup-${(folders += 1)}`)

const createEmptyDatabase = () => createTestDatabase({ template: 'template0' })

async function restore(folder: string, into?: FileStorage) {
  const database = await createEmptyDatabase()
  const target = into ?? (await openFileStorage({ dataDirectory: newFolder(), secret: testSecret }))
  const manifest = await readManifest(folder)
  const options = { migrationsDirectory, jobs: allJobs, log }
  await restoreBackup({ ...options, connection: database.connection, files: target }, folder, manifest)
  return { ...database, files: target, manifest }
}

/** A logo is a file with this text. */
async function storeLogo(content: string) {
  const key = newFileKey('logos', 'image/png')
  await files.put(key, Buffer.from(content))
  return key
}

/** With everything that COPY escapes. */
const articleTitles = Array.from({ length: 50 }, (_, index) => `Стаття ${10 + index}\t\\ 👋`)

const contentOf = async (files: Pick<FileStorage, 'read'>, key: string) => {
  const stream = await files.read(key)
  return stream === null ? null : text(stream)
}

describe('a backup while people work', () => {
  let manifest: Manifest
  let restored: Awaited<ReturnType<typeof restore>>
  let written = 0
  const companies = { left: '', right: '' }

  beforeAll(async () => {
    const [left, right] = [await buildCompany(db, { title: '0' }), await buildCompany(db, { title: '0' })]
    Object.assign(companies, { left: left.id, right: right.id })
    await sql`update companies set logo = ${await storeLogo('0')} where id = ${left.id}`.execute(db)
    let isStopped = false
    // Both titles and the logo change in one transaction, and the replaced logo is removed, as fast as possible.
    const work = async () => {
      while (!isStopped) {
        written++
        const title = String(written)
        const logo = await storeLogo(title)
        const { rows: before } = await sql<{ logo: string }>`
          select logo from companies where id = ${left.id}`.execute(db)
        await db.transaction().execute(async (trx) => {
          await sql`update companies set title = ${title}, logo = ${logo} where id = ${left.id}`.execute(trx)
          await sql`update companies set title = ${title} where id = ${right.id}`.execute(trx)
        })
        if (before[0]) await files.remove(before[0].logo)
      }
    }
    const member = await buildMember(db, left)
    const workspace = await buildWorkspace(db, { company: left, owner: member })
    for (const title of articleTitles) await buildArticle(db, { workspace, author: member, title })
    const working = work()
    const folder = newFolder()
    manifest = await createBackup(source, folder)
    isStopped = true
    await working
    restored = await restore(folder)
  })

  test('restores the state of one moment within it', async () => {
    const { rows: found } = await sql<{ id: string; title: string; logo: string | null }>`
      select id, title, logo from companies`.execute(restored.db)
    const [left, right] = [companies.left, companies.right].map((id) => found.find((company) => company.id === id))
    expect(left?.title).toBe(right?.title)
    expect(await contentOf(restored.files, left?.logo ?? '')).toBe(left?.title)
    // Its logo was replaced and removed since.
    expect(Number(left?.title)).toBeLessThan(written)
    const { rows: articles } = await sql<{ title: string }>`
      select title from articles where title like 'Стаття%' order by title`.execute(restored.db)
    expect(articles.map(({ title }) => title)).toEqual(articleTitles)
  })

  test('has every file that its rows name', async () => {
    expect(manifest.files.missing).toBe(0)
    let checked = 0
    for (const { name } of manifest.tables) {
      if (name === 'pgboss.job') continue
      const { rows: found } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} t`.execute(restored.db)
      for (const key of findFileKeys(found.map(({ row }) => row).join('\n'))) {
        checked++
        expect(await restored.files.find(key), key).not.toBeNull()
      }
    }
    expect(checked).toBeGreaterThan(0)
  })

  test('defers the removals of its time to jobs, which are restored with the others', async () => {
    const { rows: deferred } = await sql<{ count: number }>`
      select count(*) as count from pgboss.job where name = ${removeFile.name} and state = 'created'`.execute(db)
    expect(deferred[0]?.count).toBeGreaterThan(0)
    // Afterwards files are removed immediately again.
    const key = await storeLogo('later')
    await files.remove(key)
    expect(await storage.find(key)).toBeNull()
  })

  test('restores triggers, foreign keys and sequences', async () => {
    const shape = (of: typeof db) =>
      sql<{ line: string }>`
        select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
        where connamespace = 'public'::regnamespace
        union all
        select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
        where not tgisinternal and tgrelid::regclass::text not like 'pgboss%'
        union all
        select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
        order by 1`.execute(of)
    const [ours, theirs] = [await shape(db), await shape(restored.db)]
    const withoutSequences = ({ rows: lines }: typeof ours) => lines.filter(({ line }) => !/ \d+$/.test(line))
    expect(withoutSequences(theirs)).toEqual(withoutSequences(ours))
    expect(withoutSequences(theirs).length).toBeGreaterThan(100)
  })
})

test('a backup is restored to S3, from S3, and back into a folder', async () => {
  const s3 = await startS3Server()
  onTestFinished(() => s3.stop())
  const bucket = await openFileStorage({ dataDirectory: newFolder(), secret: testSecret, s3: s3.settings })
  onTestFinished(() => bucket.close())
  const company = await buildCompany(db)
  const logo = await storeLogo('in the bucket')
  await sql`update companies set logo = ${logo} where id = ${company.id}`.execute(db)
  const first = newFolder()
  await createBackup(source, first)
  const moved = await restore(first, bucket)
  expect(await contentOf(bucket, logo)).toBe('in the bucket')
  const second = newFolder()
  await createBackup({ ...source, connection: moved.connection, files: bucket }, second)
  const { files: folderFiles, manifest } = await restore(second)
  expect(await contentOf(folderFiles, logo)).toBe('in the bucket')
  const tablesOf = async (folder: string) => (await readManifest(folder)).tables
  expect(await tablesOf(second)).toEqual(await tablesOf(first))
  expect(manifest.files.missing).toBe(0)
})

test('the secret is in the backup, for its owner only', async () => {
  const folder = newFolder()
  await createBackup(source, folder)
  expect(await readFile(secretPath(folder), 'utf8')).toBe(`${testSecret}\n`)
  for (const file of ['secret', 'manifest.json', 'files.tsv'])
    expect((await stat(path.join(folder, file))).mode & 0o077, file).toBe(0)
})

test('a file that the storage lacks is counted, not invented', async () => {
  const company = await buildCompany(db)
  const gone = newFileKey('logos', 'image/png')
  await sql`update companies set logo = ${gone} where id = ${company.id}`.execute(db)
  const { files } = await createBackup(source, newFolder())
  await sql`update companies set logo = null where id = ${company.id}`.execute(db)
  expect(files.missing).toBe(1)
})

describe('what is refused', () => {
  test('a folder or a target that is not empty', async () => {
    const folder = newFolder()
    await createBackup(source, folder)
    await expect(createBackup(source, folder)).rejects.toThrow('is not empty')
    const manifest = await readManifest(folder)
    const options = { migrationsDirectory, jobs: allJobs, log }
    const empty = await openFileStorage({ dataDirectory: newFolder(), secret: testSecret })
    const { rows: before } = await sql`select count(*) from companies`.execute(db)
    await expect(restoreBackup({ ...options, connection, files: empty }, folder, manifest)).rejects.toThrow(
      'The database is not empty',
    )
    const other = await createEmptyDatabase()
    await expect(
      restoreBackup({ ...options, connection: other.connection, files: storage }, folder, manifest),
    ).rejects.toThrow('The file storage is not empty')
    expect((await sql`select count(*) from companies`.execute(db)).rows).toEqual(before)
  })

  test('a folder that is no complete backup', async () => {
    const folder = newFolder()
    await createBackup(source, folder)
    await rm(path.join(folder, 'manifest.json'))
    await expect(readManifest(folder)).rejects.toThrow('no complete backup')
    await writeFile(path.join(folder, 'manifest.json'), '{"format":2}')
    await expect(readManifest(folder)).rejects.toThrow('damaged')
  })

  test('a damaged file, file list or table, which is named', async () => {
    const company = await buildCompany(db)
    const logo = await storeLogo('whole')
    await sql`update companies set logo = ${logo} where id = ${company.id}`.execute(db)
    const damaged = async (damage: (folder: string) => Promise<unknown>) => {
      const folder = newFolder()
      await createBackup(source, folder)
      await damage(folder)
      return restore(folder)
    }
    await expect(damaged((folder) => appendFile(path.join(folder, 'files', logo), '!'))).rejects.toThrow(
      `${logo} is damaged`,
    )
    await expect(damaged((folder) => appendFile(path.join(folder, 'files.tsv'), `${logo}\t1\tx\n`))).rejects.toThrow(
      'files.tsv is damaged',
    )
    const cutTable = async (folder: string) => {
      const file = tablePath(folder, 'public.companies')
      const content = await text(createReadStream(file).pipe(createGunzip()))
      const { gzipSync } = await import('node:zlib')
      await writeFile(file, gzipSync(content.slice(0, content.lastIndexOf('\n', content.length - 2) + 1)))
    }
    await expect(damaged(cutTable)).rejects.toThrow('public.companies of the backup is damaged')
  })
})

test('a replaced logo stays while a backup runs, also when a person replaces it', async () => {
  const company = await buildCompany(db)
  const owner = await buildMember(db, company, { role: 'owner' })
  const token = await server.signIn(owner, company)
  const old = await storeLogo('old')
  await sql`update companies set logo = ${old} where id = ${company.id}`.execute(db)
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  await lockRemovals(client)
  const { status } = await server.call('company.update', { body: { isLogoDeleted: true } }, token)
  expect(status).toBe(200)
  expect(await contentOf(storage, old)).toBe('old')
  const { rows: jobs } = await sql<{ data: { key: string } }>`
    select data from pgboss.job where name = ${removeFile.name} and data ->> 'key' = ${old}`.execute(db)
  expect(jobs).toEqual([{ data: { key: old } }])
})

test('nothing else is in the folder', async () => {
  const folder = newFolder()
  await createBackup(source, folder)
  expect((await readdir(folder)).toSorted()).toEqual(['database', 'files', 'files.tsv', 'manifest.json', 'secret'])
})
