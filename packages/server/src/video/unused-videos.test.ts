import { newKey } from '@knowreel/shared/identity/ids.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { buildArticle, buildDraft, buildVersion } from '../article/article.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { deleteUnusedVideos, markUnusedVideos } from './unused-video.queries.ts'
import { buildVideo } from './video.builder.ts'

const { db } = await createTestDatabase()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const workspace = await buildWorkspace(db)
const { company_id: companyId } = await db
  .selectFrom('workspaces')
  .where('id', '=', workspace.id)
  .select('company_id')
  .executeTakeFirstOrThrow()

const video = () => buildVideo(db, { id: companyId }, { main_key: 'recordings/x.mp4', duration: 5000 })
const paragraph = (videoId: string, items: ParagraphTree = []): ParagraphTree[number] => ({
  id: newKey(),
  title: 'Paragraph #1',
  tags: [],
  isExpanded: true,
  map: wholeRecording(videoId, 5000),
  items,
})
const marked = async () =>
  (await db.selectFrom('videos').where('unused_since', 'is not', null).select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )
const present = async (id: string) =>
  (await db.selectFrom('videos').where('id', '=', id).select('id').executeTakeFirst()) !== undefined

test('what an article, a draft, a version, a discard or an upload needs is in use', async () => {
  const [main, nested, drafted, former, start, awaited, loose] = await Promise.all(Array.from({ length: 7 }, video))
  const inner = paragraph(nested ?? '')
  const article = await buildArticle(db, { workspace, paragraphs: [paragraph(main ?? '', [inner])] })
  await buildDraft(db, { original: article, paragraphs: [paragraph(drafted ?? '')] })
  await buildVersion(db, { article, paragraphs: [paragraph(former ?? '')] })
  const waiting = await buildDraft(db, { workspace })
  await db
    .updateTable('articles')
    .set({
      is_not_uploaded_video: true,
      accept_session_id: awaited,
      session_start: JSON.stringify({ paragraphs: [paragraph(start ?? '')] }),
    })
    .where('id', '=', waiting.id)
    .execute()
  await markUnusedVideos(db, new Date())
  expect(await marked()).toEqual([loose])
})

test('a recording is deleted 30 days after its last use, and stays when it is used again', async () => {
  const [gone, young, back] = [await video(), await video(), await video()]
  await markUnusedVideos(db, daysAgo(29))
  expect(await marked()).toEqual(expect.arrayContaining([gone, young, back]))
  await db
    .updateTable('videos')
    .set({ unused_since: daysAgo(31) })
    .where('id', 'in', [gone, back])
    .execute()
  await buildArticle(db, { workspace, paragraphs: [paragraph(back)] })
  await markUnusedVideos(db, new Date())
  expect(await deleteUnusedVideos(db, daysAgo(30), 100)).toBe(1)
  expect(await Promise.all([gone, young, back].map(present))).toEqual([false, true, true])
  const { unused_since } = await db
    .selectFrom('videos')
    .where('id', '=', young)
    .select('unused_since')
    .executeTakeFirstOrThrow()
  expect(unused_since?.getTime()).toBeLessThan(daysAgo(28).getTime())
})

test('an article in the bin keeps its recording until it is permanently deleted', async () => {
  const id = await video()
  const article = await buildArticle(db, { workspace, paragraphs: [paragraph(id)], deletedAt: daysAgo(29) })
  await markUnusedVideos(db, new Date())
  expect(await marked()).not.toContain(id)
  await db.deleteFrom('articles').where('id', '=', article.id).execute()
  await markUnusedVideos(db, new Date())
  expect(await marked()).toContain(id)
})
