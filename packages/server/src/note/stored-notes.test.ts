import { setTimeout as delay } from 'node:timers/promises'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { EMPTY_NOTE } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { paragraphNote } from '@knowreel/shared/note/note.fixture.ts'
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { createTestDatabase } from '../../test/database.ts'
import { insertArticle, TAB_ID } from '../../test/clients/note-article.ts'
import { compactNote } from './compact-note.ts'
import { compactNoteJob, readNoteJson, readNotesOfArticle, seedNote } from './index.ts'
import { appendNoteUpdate, loadNote } from './note.queries.ts'
import { noteDocumentFrom } from './note-yjs.ts'

const { db } = await createTestDatabase()
const otherTab = 'otherTab01234567'

/** Writes directly into the table, as the collaboration server does. */
async function createWriter(address: NoteAddress, commitDelayMs: () => number = () => 0) {
  const document = noteDocumentFrom(await loadNote(db, address))
  return {
    async write(text: string): Promise<void> {
      const before = Y.encodeStateVector(document)
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.insert(0, [new Y.XmlText(text)])
      document.getXmlFragment('default').push([paragraph])
      const update = Y.encodeStateAsUpdate(document, before)
      await db.transaction().execute(async (trx) => {
        await appendNoteUpdate(trx, address, update)
        // Makes updates commit out of the order of their numbers.
        await delay(commitDelayMs())
      })
    },
  }
}

const countUpdates = async (articleId: string): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from note_updates where article_id = ${articleId}`.execute(db)
  return rows[0]?.count ?? 0
}

const lines = async ({ articleId, tabId }: NoteAddress): Promise<string[]> => {
  const note = await readNoteJson(db, articleId, tabId)
  return note ? noteJsonToText(note).split('\n') : []
}

describe('seeding a note', () => {
  it('happens once', async () => {
    const address = await insertArticle(db)
    const seeds = await Promise.all(
      Array.from({ length: 5 }, () => seedNote(db, address.articleId, address.tabId, paragraphNote('seed'))),
    )
    expect(seeds.filter(Boolean)).toHaveLength(1)
    expect(await lines(address)).toEqual(['seed'])
  })

  it('changes nothing when someone has already written', async () => {
    const address = await insertArticle(db)
    await (await createWriter(address)).write('typed')
    expect(await seedNote(db, address.articleId, address.tabId, paragraphNote('seed'))).toBe(false)
    expect(await lines(address)).toEqual(['typed'])
  })
})

describe('reading notes', () => {
  it('returns null without a live document', async () => {
    const { articleId } = await insertArticle(db)
    expect(await readNoteJson(db, articleId, TAB_ID)).toBeNull()
    expect(await readNotesOfArticle(db, articleId)).toEqual(new Map())
  })

  it('returns all tabs of an article in one statement, seeded or not', async () => {
    const address = await insertArticle(db)
    await seedNote(db, address.articleId, address.tabId, paragraphNote('seeded'))
    await (await createWriter(address)).write('and typed')
    await (await createWriter({ ...address, tabId: otherTab })).write('typed only')
    const notes = await readNotesOfArticle(db, address.articleId)
    expect(notes.size).toBe(2)
    expect(noteJsonToText(notes.get(TAB_ID) ?? EMPTY_NOTE)).toBe('seeded\nand typed')
    expect(noteJsonToText(notes.get(otherTab) ?? EMPTY_NOTE)).toBe('typed only')
  })
})

describe('compacting a note', () => {
  it('keeps its content and removes the updates', async () => {
    const address = await insertArticle(db)
    await seedNote(db, address.articleId, address.tabId, paragraphNote('seed'))
    const writer = await createWriter(address)
    for (let line = 0; line < 30; line += 1) await writer.write(`line ${line}`)
    const before = await readNoteJson(db, address.articleId, address.tabId)
    expect(await compactNote(db, address)).toEqual({ merged: 30 })
    expect(await countUpdates(address.articleId)).toBe(0)
    expect(await readNoteJson(db, address.articleId, address.tabId)).toEqual(before)
  })

  it('can run twice, concurrently or in sequence', async () => {
    const address = await insertArticle(db)
    const writer = await createWriter(address)
    for (let line = 0; line < 10; line += 1) await writer.write(`line ${line}`)
    const merged = await Promise.all([compactNote(db, address), compactNote(db, address), compactNote(db, address)])
    expect(merged.map((run) => run.merged).toSorted((one, other) => one - other)).toEqual([0, 0, 10])
    expect(await compactNote(db, address)).toEqual({ merged: 0 })
    expect(await lines(address)).toHaveLength(10)
  })

  it('loses nothing while people type', async () => {
    const address = await insertArticle(db)
    const writers = await Promise.all([0, 1, 2, 3].map(() => createWriter(address, () => Math.random() * 6)))
    let isTyping = true
    const compacting = (async () => {
      while (isTyping) await compactNote(db, address)
    })()
    await Promise.all(
      writers.map(async (writer, person) => {
        for (let line = 0; line < 60; line += 1) await writer.write(`${person}.${line}`)
      }),
    )
    isTyping = false
    await compacting
    await compactNote(db, address)
    const expected = [0, 1, 2, 3].flatMap((person) => Array.from({ length: 60 }, (_, line) => `${person}.${line}`))
    expect((await lines(address)).toSorted()).toEqual(expected.toSorted())
  })

  it('keeps an update whose transaction began before it and ends after it', async () => {
    const address = await insertArticle(db)
    const [early, late] = [await createWriter(address), await createWriter(address)]
    const gate = Promise.withResolvers<void>()
    const isInserted = Promise.withResolvers<void>()
    const open = db.transaction().execute(async (trx) => {
      const document = new Y.Doc()
      document.getXmlFragment('default').push([new Y.XmlElement('horizontalRule')])
      await appendNoteUpdate(trx, address, Y.encodeStateAsUpdate(document))
      isInserted.resolve()
      await gate.promise
    })
    await isInserted.promise
    await early.write('after it in the order, before it in the database')
    expect(await compactNote(db, address)).toEqual({ merged: 1 })
    gate.resolve()
    await open
    await late.write('last')
    await compactNote(db, address)
    const note = await readNoteJson(db, address.articleId, address.tabId)
    expect(note?.content?.map((node) => node.type).toSorted()).toEqual(['horizontalRule', 'paragraph', 'paragraph'])
  })

  it('makes a note smaller after text was written and deleted', async () => {
    const address = await insertArticle(db)
    const document = new Y.Doc()
    document.on('update', (update) => void updates.push(update))
    const updates: Uint8Array[] = []
    const text = new Y.XmlText()
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [text])
    document.getXmlFragment('default').insert(0, [paragraph])
    for (let round = 0; round < 50; round += 1) {
      text.insert(0, 'some words that do not stay')
      text.delete(0, text.length)
    }
    for (const update of updates) await appendNoteUpdate(db, address, update)
    await compactNote(db, address)
    const { snapshot } = await loadNote(db, address)
    expect(snapshot?.length).toBeLessThan(1_000)
  })

  it('has nothing to do for a note or an article that is gone', async () => {
    const address = await insertArticle(db)
    await sql`delete from articles where id = ${address.articleId}`.execute(db)
    expect(await compactNote(db, address)).toEqual({ merged: 0 })
  })

  it('accepts only addresses of notes', () => {
    expect(compactNoteJob.payload.safeParse({ articleId: 'x', tabId: TAB_ID }).success).toBe(false)
    expect(
      compactNoteJob.payload.safeParse({ articleId: '0193cf0a-0000-7000-8000-000000000001', tabId: TAB_ID }).success,
    ).toBe(true)
  })
})

describe('deleting an article', () => {
  it('deletes its live documents', async () => {
    const address = await insertArticle(db)
    await seedNote(db, address.articleId, address.tabId, paragraphNote('a'))
    await (await createWriter(address)).write('b')
    await sql`delete from articles where id = ${address.articleId}`.execute(db)
    expect(await readNotesOfArticle(db, address.articleId)).toEqual(new Map())
  })
})

describe('a note as large as the demo’s', () => {
  it('is read in a few milliseconds', async () => {
    const address = await insertArticle(db)
    const sentences = Array.from({ length: 60 }, (_, index) => `Sentence ${index}: ${'word '.repeat(9)}`)
    await seedNote(db, address.articleId, address.tabId, paragraphNote(...sentences))
    const writer = await createWriter(address)
    for (let line = 0; line < 200; line += 1) await writer.write('typed')
    const begin = performance.now()
    const note = await readNoteJson(db, address.articleId, address.tabId)
    expect(note && noteJsonToHtml(note).length).toBeGreaterThan(3_000)
    expect(performance.now() - begin).toBeLessThan(200)
  })
})
