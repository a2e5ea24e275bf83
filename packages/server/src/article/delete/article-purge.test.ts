import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { readNotesOfArticle } from '../../note/index.ts'
import { purgeArticles, purgeNotes } from './article-purge.queries.ts'
import { saveTabs } from '../article-write.queries.ts'
import { buildArticle, buildDraft } from '../article.builder.ts'

const { db } = await createTestDatabase()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('articles are removed permanently, with their drafts and texts, 30 days after their deletion', async () => {
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

test('one run removes no more than its limit', async () => {
  const workspace = await buildWorkspace(db)
  for (let index = 0; index < 3; index++) await buildArticle(db, { workspace, deletedAt: daysAgo(40) })
  expect([await purgeArticles(db, daysAgo(30), 2), await purgeArticles(db, daysAgo(30), 2)]).toEqual([2, 1])
})

test('an article that is restored while the run waits for it stays', async () => {
  const { id } = await buildArticle(db, { workspace: await buildWorkspace(db), deletedAt: daysAgo(31) })
  const purging = await db.transaction().execute(async (trx) => {
    await trx.updateTable('articles').set({ deleted_at: null }).where('id', '=', id).execute()
    const run = purgeArticles(db, daysAgo(30), 100)
    // Until it waits for the row.
    await setTimeout(200)
    return [run]
  })
  expect(await purging[0]).toBe(0)
  expect(await db.selectFrom('articles').where('id', '=', id).select('id').execute()).toHaveLength(1)
})

test('the document of a deleted tab is retained for 30 days, and one that is in use is never removed', async () => {
  const [kept, removed] = [newKey(), newKey()]
  const draft = await buildDraft(db, { textTabs: [{ id: kept }, { id: removed, slug: 'note-2' }] })
  const published = await buildDraft(db, { textTabs: [{ id: kept }] })
  await db
    .updateTable('articles')
    .set({ published_at: daysAgo(31) })
    .where('id', '=', published.id)
    .execute()
  await db
    .updateTable('notes')
    .set({ updated_at: daysAgo(60) })
    .execute()
  const tabs = await db
    .selectFrom('text_tabs')
    .where('article_id', '=', draft.id)
    .where('id', '=', kept)
    .selectAll()
    .execute()
  const left = tabs.map((tab) => ({ ...tab, note: tab.content, plainText: tab.plain_text }))
  await db.transaction().execute((trx) => saveTabs(trx, draft.id, left))
  await purgeNotes(db, daysAgo(30))
  expect([...(await readNotesOfArticle(db, draft.id)).keys()].toSorted()).toEqual([kept, removed].toSorted())
  expect((await readNotesOfArticle(db, published.id)).size).toBe(0)
  await db
    .updateTable('notes')
    .set({ updated_at: daysAgo(31) })
    .execute()
  expect(await purgeNotes(db, daysAgo(30))).toBe(1)
  expect([...(await readNotesOfArticle(db, draft.id)).keys()]).toEqual([kept])
})
