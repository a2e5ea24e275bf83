import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { entryDate } from './entry-date.ts'
import { indexBatch, rebuildIndex } from './indexer.ts'

const { db } = await createTestDatabase()
const company = await buildCompany(db)
const [workspace, other] = [await buildWorkspace(db, { company }), await buildWorkspace(db, { company })]

const at = (time: string) => new Date(`2026-11-20T${time}Z`)

test('titles have the date of their article, other entries a rounded one that is not before its creation', () => {
  const dates = { createdAt: at('08:00:00'), changedAt: at('10:17:30') }
  for (const kind of ['article', 'draft', 'workspace'] as const) expect(entryDate(kind, dates)).toEqual(dates.changedAt)
  for (const kind of ['tag', 'paragraph', 'articleNotes', 'draftVideo'] as const)
    expect(entryDate(kind, dates)).toEqual(at('10:10:00'))
  const createdAt = at('10:12:00')
  expect(entryDate('articleNotes', { createdAt, changedAt: at('10:12:00') })).toEqual(createdAt)
  expect(entryDate('articleNotes', { createdAt, changedAt: at('10:19:59') })).toEqual(createdAt)
  expect(entryDate('articleNotes', { createdAt, changedAt: at('10:20:01') })).toEqual(at('10:20:00'))
  const imported = { createdAt: at('12:00:00'), changedAt: at('09:09:09') }
  expect(entryDate('articleNotes', imported), 'imported with the date of another system').toEqual(at('09:09:09'))
})

const readRows = async () => {
  const { rows } = await sql<{ id: string; version: string; entry: string }>`
    select id::text, xmin::text || ctid::text as version,
      json_build_array(kind, part, company_id, workspace_id, content, hash, changed_at)::text as entry
    from search_entries
  `.execute(db)
  return rows
}

async function countWritten(change: () => Promise<unknown>): Promise<number> {
  const before = new Map((await readRows()).map(({ id, version }) => [id, version]))
  await change()
  while ((await indexBatch(db)) !== 0);
  return (await readRows()).filter(({ id, version }) => before.get(id) !== version).length
}

test('a save writes the entries that it changes, and the date of the others only now and then', async () => {
  const part = (n: number) => ({ id: newKey(), title: `Part ${n}`, tags: [], isExpanded: true, items: [] })
  const { id } = await buildArticle(db, {
    workspace,
    createdAt: at('08:00:00'),
    tags: ['one', 'two'],
    textTabs: Array.from({ length: 100 }, (_, n) => ({ text: `The wombat of tab ${n}.` })),
    paragraphs: Array.from({ length: 97 }, (_, n) => ({ ...part(n), map: wholeRecording(newId(), 1000) })),
  })
  while ((await indexBatch(db)) !== 0);
  const entries = (await readRows()).filter(({ entry }) => !entry.startsWith('["workspace"')).length
  expect(entries).toBe(200)
  const set = (change: object) => db.updateTable('articles').set(change).where('id', '=', id).execute()
  expect(await countWritten(() => set({ updated_at: at('10:10:00') })), 'the first save for a while').toBe(entries)
  expect(await countWritten(() => set({ updated_at: at('10:10:10') })), 'the next save').toBe(1)
  expect(await countWritten(() => set({ updated_at: at('10:19:59'), tags: ['one', 'other'] }))).toBe(2)
  expect(await countWritten(() => set({ updated_at: at('10:20:00') })), 'after ten minutes').toBe(entries)
  expect(await countWritten(() => set({ workspace_id: other.id })), 'in another workspace').toBe(entries)
  const kept = (await readRows()).map(({ entry }) => entry).toSorted()
  await rebuildIndex(db, [], () => undefined)
  expect((await readRows()).map(({ entry }) => entry).toSorted(), 'as a rebuilt index').toEqual(kept)
})
