import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '@knowreel/shared/identity/ids.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { makeTextVideo } from '../../test/text-pictures.ts'
import { makeTestFolder, mediaToolPaths } from '../../test/video-files.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { newFileKey, openFileStorage } from '../platform/files/index.ts'
import { openMedia } from '../platform/media/index.ts'
import { openOcr } from '../platform/ocr/index.ts'
import { indexBatch } from '../search/index/indexer.ts'
import { buildVideo } from '../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { readRecording } from './read-recording.ts'
import { screenTextSource } from './index.ts'

const server = await startTestServer()
const { db } = server

test('a word on the screen is found with its second in the article, also after it was cut, by people who see the article', async () => {
  const folder = await makeTestFolder()
  const file = path.join(folder, 'screen.mp4')
  await makeTextVideo(file, [
    { lines: ['Open the dashboard'], seconds: 6 },
    { lines: ['Heartbeat threshold', 'Порогове значення', 'Подключите кабель питания'], seconds: 5 },
  ])
  const files = await openFileStorage({ dataDirectory: folder, secret: 'a secret for tests only, 32 characters' })
  const main_key = newFileKey('recordings', 'video/mp4')
  await files.put(main_key, await readFile(file))
  const company = await buildCompany(db)
  const [member, colleague] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: company.owner })
  await grantWorkspaceRole(db, { workspace, user: member, role: 'viewer' })
  const videoId = await buildVideo(db, company, { main_key, duration: 11_000, width: 1280, height: 720 })
  const paragraphs = [
    { id: newId(), title: 'Part', tags: [], isExpanded: true, map: [{ videoId, in: 2000, dur: 9000 }], items: [] },
  ]
  const article = await buildArticle(db, { workspace, title: 'Gateways', paragraphs })
  const search = async (person: typeof member, q: string) =>
    (await server.call('search.global', { params: { q } }, await server.signIn(person, company))).ok
  const index = async () => {
    while ((await indexBatch(db, [screenTextSource])) !== 0);
  }
  await index()
  expect(await search(member, 'threshold')).toEqual({})

  const services = { db, files, media: openMedia(mediaToolPaths), ocr: openOcr({ engine: 'library' }) }
  await readRecording({ services, signal: AbortSignal.timeout(60_000), log: () => undefined }, videoId)
  await index()
  for (const words of ['threshold', 'порогове', 'подключите']) {
    const found = (await search(member, words)).articleVideo
    expect(found).toMatchObject([{ articleId: article.id, timedText: 'screen' }])
    // It appears at second 6 of the recording.
    expect(Math.abs((found?.[0]?.startTime ?? 0) - 4000)).toBeLessThanOrEqual(2000)
  }
  expect(await search(colleague, 'threshold')).toEqual({})

  const cut = [{ ...paragraphs[0], map: [{ videoId, in: 0, dur: 5000 }] }]
  await db
    .updateTable('articles')
    .set({ paragraphs: JSON.stringify(cut) })
    .where('id', '=', article.id)
    .execute()
  await index()
  expect(await search(member, 'threshold')).toEqual({})
  expect((await search(member, 'dashboard')).articleVideo).toMatchObject([{ startTime: 0 }])
}, 120_000)
