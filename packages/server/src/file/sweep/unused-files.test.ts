import { newId } from '@knowreel/shared/identity/ids.ts'
import { NOTE_FRAGMENT } from '@knowreel/shared/note/note-document.ts'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { createTestDatabase } from '../../../test/database.ts'
import { buildArticle, buildDraft, buildVersion } from '../../article/article.builder.ts'
import { buildCompany } from '../../company/company.builder.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildFile, noteWithFiles } from '../file.builder.ts'
import { insertPendingFile, recordFileUses } from '../file.queries.ts'
import { sweepUnusedFiles } from './sweep-files.ts'

const { db } = await createTestDatabase()
const company = await buildCompany(db)
const { owner } = company
const workspace = await buildWorkspace(db, { company, owner })
const start = Date.now()
const inDays = (days: number) => new Date(start + days * 86_400_000)

/** Returns the keys whose bytes are to be deleted. */
async function sweep(days: number): Promise<string[]> {
  const keys: string[] = []
  const enqueue = (async (_db: unknown, _job: unknown, { key }: { key: string }) => {
    keys.push(key)
    return newId()
  }) as unknown as Enqueue
  await sweepUnusedFiles(db, enqueue, { now: inDays(days), signal: new AbortController().signal })
  return keys.toSorted()
}
const image = (...articles: { id: string }[]) => buildFile(db, { company, owner }, { articles })
const present = async (id: string) =>
  (await db.selectFrom('files').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
const clear = (articleId: string) =>
  db
    .updateTable('text_tabs')
    .set({ content: JSON.stringify({ type: 'doc', content: [] }) })
    .where('article_id', '=', articleId)
    .execute()

describe('a file is kept for years', () => {
  test('while an article, a draft, a version, a discard or a live document contains it', async () => {
    const article = await buildArticle(db, { workspace })
    const shown = await image(article)
    await db
      .updateTable('text_tabs')
      .set({ content: JSON.stringify(noteWithFiles(shown)) })
      .where('article_id', '=', article.id)
      .execute()
    const former = await image(article)
    await buildVersion(db, { article, textTabs: [{ note: noteWithFiles(former) }] })
    const draft = await buildDraft(db, { original: article })
    await clear(draft.id)
    const [seeded, typed, start] = [await image(article), await image(article), await image(article)]
    await db
      .updateTable('articles')
      .set({ session_start: JSON.stringify({ tabs: [{ note: noteWithFiles(start) }] }) })
      .where('id', '=', draft.id)
      .execute()
    await db
      .insertInto('notes' as never)
      .values({ article_id: draft.id, tab_id: 'b'.repeat(16), snapshot: liveNote(seeded.path) } as never)
      .execute()
    await db
      .insertInto('note_updates' as never)
      .values({ article_id: draft.id, tab_id: 'b'.repeat(16), update: liveNote(typed.path) } as never)
      .execute()
    const kept = [shown, former, seeded, typed, start]
    for (const days of [1, 2, 31, 100, 1000]) expect(await sweep(days), String(days)).toEqual([])
    expect(await Promise.all(kept.map(({ id }) => present(id)))).toEqual(kept.map(() => true))
  })

  test('also while a deleted article is not yet purged', async () => {
    const shown = await image()
    const article = await buildArticle(db, {
      workspace,
      deletedAt: inDays(0),
      textTabs: [{ note: noteWithFiles(shown) }],
    })
    await recordFileUses(db, [shown.id], article.id)
    for (const days of [2, 29]) expect(await sweep(days)).toEqual([])
    await db.deleteFrom('articles').where('id', '=', article.id).execute()
    // Found unused at the next check, at most a week later.
    for (const days of [30, 36, 65]) expect(await sweep(days)).toEqual([])
    expect(await sweep(67)).toEqual([shown.key])
  })
})

/** The Yjs form that an editor writes: the attributes of a Yjs element. */
function liveNote(path: string): Buffer {
  const document = new Y.Doc()
  const element = new Y.XmlElement('image')
  element.setAttribute('src', path)
  document.getXmlFragment(NOTE_FRAGMENT).insert(0, [element])
  return Buffer.from(Y.encodeStateAsUpdate(document))
}

describe('a file is deleted', () => {
  test('a day after its upload, if no note ever contained it', async () => {
    const article = await buildArticle(db, { workspace })
    const brought = await image(article)
    expect(await sweep(0.9)).toEqual([])
    expect(await present(brought.id)).toBe(true)
    expect(await sweep(1.1)).toEqual([brought.key])
    expect(await present(brought.id)).toBe(false)
    expect(await sweep(1.2)).toEqual([])
  })

  test('a day after its upload was interrupted by the end of the process', async () => {
    const id = newId()
    const pending = { id, companyId: company.id, ownerId: owner.id, kind: 'attachment', name: 'a.bin' } as const
    const key = `attachments/${id.slice(-2)}/${id}.bin`
    await insertPendingFile(db, { ...pending, key, contentType: 'application/octet-stream' })
    expect(await sweep(0.9)).toEqual([])
    expect(await sweep(1.1)).toEqual([key])
  })

  test('30 days after the last note removed it, with its smaller copies', async () => {
    const shown = await image()
    const article = await buildArticle(db, { workspace, textTabs: [{ note: noteWithFiles(shown) }] })
    await recordFileUses(db, [shown.id], article.id)
    await db
      .insertInto('file_thumbnails')
      .values({ file_id: shown.id, width: 480, key: 'thumbnails/aa/x.webp', size: 1, stored_at: new Date() })
      .execute()
    expect(await sweep(2)).toEqual([])
    await clear(article.id)
    // Checked again after at most a week; the days count from then.
    for (const days of [9, 20, 38]) expect(await sweep(days), String(days)).toEqual([])
    expect(await sweep(40)).toEqual([shown.key, 'thumbnails/aa/x.webp'].toSorted())
  })

  test('not if it was restored in the meantime, and its days start again', async () => {
    const shown = await image()
    const article = await buildArticle(db, { workspace, textTabs: [{ note: noteWithFiles(shown) }] })
    await recordFileUses(db, [shown.id], article.id)
    expect(await sweep(2)).toEqual([])
    await clear(article.id)
    expect(await sweep(9)).toEqual([])
    const note = JSON.stringify(noteWithFiles(shown))
    await db.updateTable('text_tabs').set({ content: note }).where('article_id', '=', article.id).execute()
    expect(await sweep(45)).toEqual([])
    await clear(article.id)
    expect(await sweep(52)).toEqual([])
    expect(await sweep(80)).toEqual([])
    expect(await sweep(83)).toEqual([shown.key])
  })

  test('not while someone adds it to another article', async () => {
    const article = await buildArticle(db, { workspace })
    const other = await buildArticle(db, { workspace })
    const brought = await image(article)
    expect(await sweep(0.5)).toEqual([])
    await db.transaction().execute(async (trx) => {
      await recordFileUses(trx, [brought.id], other.id)
      expect(await sweep(1.5)).toEqual([])
    })
    expect(await present(brought.id)).toBe(true)
  })

  test('once, when two sweeps run concurrently', async () => {
    const article = await buildArticle(db, { workspace })
    const brought = await Promise.all(Array.from({ length: 250 }, () => image(article)))
    const removed = (await Promise.all([sweep(2), sweep(2)])).flat()
    expect(removed.toSorted()).toEqual(brought.map(({ key }) => key).toSorted())
  })
})
