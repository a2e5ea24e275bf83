/** An installation before a company comes, and after it was removed. */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buildSubjects } from '../../test/access/subjects.ts'
import { startTestServer, testSecret } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { newFileKey, openFileStorage, removeFiles } from '../platform/files/index.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildVideo } from '../video/video.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { addEverything } from './everything-of-company.fixture.ts'
import { rowsOfTables, storedFiles, tablesWithoutCompanies } from './installation-contents.fixture.ts'
import { removeCompanyContent } from './remove-company-content.ts'
import { removeCompanyJob } from './remove-company.job.ts'

const server = await startTestServer()
const { db } = server
const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
const token = await server.signIn(await buildUser(db, { isSuperAdmin: true }), null)

async function storeVideoFiles(): Promise<{ original_key: string; main_key: string }> {
  const keys = { original_key: newFileKey('originals', 'video/mp4'), main_key: newFileKey('videos', 'video/mp4') }
  for (const key of Object.values(keys)) await files.put(key, Buffer.from('recording'))
  return keys
}

type Removal = { companyId: string; title: string; signal?: AbortSignal }

const requestRemoval = ({ companyId, title }: Removal) =>
  server.call('admin.removeCompany', { params: { id: companyId }, body: { title } }, token)

/** Runs the job as the worker does, so that the test can interrupt it. */
const runJob = ({ companyId, signal = new AbortController().signal }: Omit<Removal, 'title'>) =>
  removeCompanyContent({ services: { db, jobs: server.jobs }, companyId, signal, log: () => undefined })

async function removeWaitingFiles(): Promise<void> {
  const { rows } = await sql<{ keys: string[] }>`
    delete from pgboss.job where name = ${removeFiles.name} returning array(select jsonb_array_elements_text(data -> 'keys')) as keys
  `.execute(db)
  for (const { keys } of rows) for (const key of keys) await files.remove(key)
}

test('nothing of a removed company is left in rows or files, and another one keeps everything', async () => {
  const other = await buildCompany(db, { title: 'Nordlys' })
  const otherOwner = await buildMember(db, other)
  await buildSubjects(db, { company: other, owner: otherOwner, groupMember: otherOwner })
  const sharedKeys = await storeVideoFiles()
  await buildVideo(db, other, sharedKeys)
  const [before, filesBefore] = [await rowsOfTables(db), await storedFiles(server.dataDirectory)]

  const company = await buildCompany(db, { title: 'Halden' })
  const owner = await buildMember(db, company)
  const subjects = await buildSubjects(db, { company, owner, groupMember: owner })
  const ownerToken = await server.signIn(company.owner, company)
  const fileCount = await addEverything(db, { subjects, owner, files })
  // A copy of the other company's recording, which names the same file.
  await buildVideo(db, company, { main_key: sharedKeys.main_key })
  expect((await storedFiles(server.dataDirectory)).length).toBe(filesBefore.length + fileCount)
  const during = await rowsOfTables(db)
  const tables = Object.keys(during).filter((name) => !tablesWithoutCompanies.includes(name))
  expect(
    tables.filter((name) => (during[name] ?? 0) <= (before[name] ?? 0)),
    'each table has a row of the company, or the comparison proves nothing',
  ).toEqual([])

  expect((await requestRemoval({ companyId: company.id, title: 'halden' })).error.code).toBe('company_title_differs')
  expect((await requestRemoval({ companyId: company.id, title: 'Halden' })).ok.success).toBe(true)
  expect((await server.call('user.me', {}, ownerToken)).status).toBe(401)
  expect((await server.call('admin.getCompany', { params: { id: company.id } }, token)).status).toBe(404)
  const { rows: queued } = await sql`select 1 from pgboss.job where name = ${removeCompanyJob.name}`.execute(db)
  expect(queued).toHaveLength(1)

  await runJob({ companyId: company.id })
  await removeWaitingFiles()
  const after = await rowsOfTables(db)
  expect(after).toEqual(before)
  expect(await storedFiles(server.dataDirectory)).toEqual(filesBefore)
})

test('a removal that is interrupted resumes where it was', async () => {
  const before = await rowsOfTables(db)
  const company = await buildCompany(db, { title: 'Aalborg' })
  const workspace = await buildWorkspace(db, { company, owner: company.owner })
  for (let index = 0; index < 150; index++) await buildArticle(db, { workspace, author: company.owner })
  await requestRemoval({ companyId: company.id, title: 'Aalborg' })

  const countArticles = async () => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from articles where company_id = ${company.id}`.execute(db)
    return rows[0]?.n ?? 0
  }
  const interruption = new AbortController()
  const interrupted = runJob({ companyId: company.id, signal: interruption.signal })
  await vi.waitFor(async () => expect(await countArticles()).toBeLessThan(150), { interval: 1, timeout: 5000 })
  interruption.abort(new Error('The server stops'))
  await interrupted.catch(() => undefined)

  await runJob({ companyId: company.id })
  expect(await rowsOfTables(db)).toEqual(before)
  // Running again finds nothing to do.
  await runJob({ companyId: company.id })
})

test('nothing of a company that is not being removed is deleted', async () => {
  const company = await buildCompany(db)
  const before = await rowsOfTables(db)
  await runJob({ companyId: company.id })
  expect(await rowsOfTables(db)).toEqual(before)
})
