import { newId } from '@knowreel/shared/identity/ids.ts'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { openFileStorage, type FileStorage } from '../../platform/files/index.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildFile } from '../file.builder.ts'
import { claimThumbnail } from '../file.queries.ts'
import { upload } from '../file.fixture.ts'
import { animatedPicture, picture } from './picture.fixture.ts'
import { createThumbnails } from './make-thumbnails.ts'

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const { db } = server
const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
const company = await buildCompany(db)
const article = await buildArticle(db, { workspace: await buildWorkspace(db, { company, owner: company.owner }) })
const token = await server.signIn(company.owner, company)

const bring = async (bytes: Buffer) =>
  (await upload(server, 'image', { name: 'roof', bytes, articleId: article.id }, token)).ok
const copies = (fileId: string) =>
  db
    .selectFrom('file_thumbnails')
    .where('file_id', '=', fileId)
    .select(['width', 'key', 'size', 'stored_at'])
    .orderBy('width')
    .execute()
const lines: string[] = []
const run = { signal: new AbortController().signal, log: (line: string) => void lines.push(line) }

test('an image gets its smaller copies soon after the upload', { timeout: 40_000 }, async () => {
  const { id, url } = await bring(await picture('jpeg', 2000, 1000))
  const widths = async () => (await copies(id)).filter((one) => one.stored_at !== null).map(({ width }) => width)
  await vi.waitFor(async () => expect(await widths()).toEqual([480, 960, 1920]), { timeout: 30_000, interval: 200 })
  const { ok } = await server.call('image.url', { body: { path: url, width: 900 } }, token)
  const answer = await fetch(`${server.url}${ok.signedUrl}`)
  const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect(shown).toMatchObject({ format: 'webp', width: 960, height: 480 })
})

test('a small or animated image has none', async () => {
  const [small, moving] = [await bring(await picture('png', 480, 300)), await bring(await animatedPicture('webp'))]
  for (const { id } of [small, moving]) {
    await createThumbnails({ db, files }, id, run)
    expect(await copies(id)).toEqual([])
  }
})

test('a copy whose creation was interrupted is made again under the same key', async () => {
  const { id } = await bring(await picture('png', 700, 300))
  const cutOff = await claimThumbnail(db, id, 480, `thumbnails/aa/${newId().slice(0, -2)}aa.webp`)
  const before = cutOff ?? (await copies(id))[0]?.key
  await createThumbnails({ db, files }, id, run)
  const [copy] = await copies(id)
  expect(copy).toMatchObject({ width: 480, key: before, stored_at: expect.any(Date) as Date })
  expect((await files.find(copy?.key ?? ''))?.size).toBe(copy?.size)
})

test('a deleted image gets no copies, and none is stored if it is deleted while they are made', async () => {
  const own = { company, owner: company.owner }
  const gone = await buildFile(db, own)
  await db.deleteFrom('files').where('id', '=', gone.id).execute()
  await createThumbnails({ db, files }, gone.id, run)
  expect(lines.at(-1)).toBe('The picture is gone')

  const going = await buildFile(db, own)
  await files.put(going.key, await picture('png', 640, 480))
  let put: string | null = null
  const putLocalFile: FileStorage['putLocalFile'] = async (key, path) => {
    await db.deleteFrom('files').where('id', '=', going.id).execute()
    put = key
    return files.putLocalFile(key, path)
  }
  await createThumbnails({ db, files: { ...files, putLocalFile } }, going.id, run)
  expect(put).toMatch(/^thumbnails\//)
  expect(await files.find(put ?? '')).toBeNull()
})
