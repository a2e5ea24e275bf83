import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { purgeArticles } from './article-purge.queries.ts'
import { buildArticle, buildDraft } from './article.builder.ts'

const { db } = await createTestDatabase()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('articles are removed for good, with their drafts and texts, when they were deleted 30 days ago', async () => {
  const workspace = await buildWorkspace(db)
  const old = await buildArticle(db, { workspace, deletedAt: daysAgo(31) })
  const draft = await buildDraft(db, { original: old })
  const young = await buildArticle(db, { workspace, deletedAt: daysAgo(29) })
  const alive = await buildArticle(db, { workspace })
  expect(await purgeArticles(db, daysAgo(30), 100)).toBe(1)
  const left = await db.selectFrom('articles').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual([young.id, alive.id].toSorted())
  const texts = await db.selectFrom('text_tabs').where('article_id', 'in', [old.id, draft.id]).select('id').execute()
  expect(texts).toEqual([])
  const notes = await db.selectFrom('notes').where('article_id', '=', draft.id).select('tab_id').execute()
  expect(notes).toEqual([])
})

test('no more are removed at once than are asked for', async () => {
  const workspace = await buildWorkspace(db)
  for (let index = 0; index < 3; index++) await buildArticle(db, { workspace, deletedAt: daysAgo(40) })
  expect([await purgeArticles(db, daysAgo(30), 2), await purgeArticles(db, daysAgo(30), 2)]).toEqual([2, 1])
})
