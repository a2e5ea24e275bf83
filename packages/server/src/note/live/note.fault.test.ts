// The server is killed at random moments, again and again, while two people type without pause. Everything it reported
// as saved must be in the database at that moment; in the end both people must have the same text, with every word
// once.
import { setTimeout as delay } from 'node:timers/promises'
import { COLLABORATION_PATH } from '@knowreel/shared/socket/session-socket.ts'
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { EMPTY_NOTE } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { paragraphNote } from '@knowreel/shared/note/note.fixture.ts'
import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { prepareKillableServer } from '../../../test/servers/killable-server.ts'
import { NoteClient } from '../../../test/clients/note-client.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildWorld } from '../../../test/world.ts'
import { startSession } from '../../user/index.ts'
import { readNoteJson, seedNote } from '../index.ts'

const KILLS = isSoak ? 20 : 1
/** Limit for each person between two kills: a slow start of the server must not fill the note. */
const MAX_LINES = 50
const { db, connection } = await createTestDatabase()
const server = await prepareKillableServer(connection)

it(
  `loses and duplicates nothing that was saved when it is killed (${KILLS} times) while two people type`,
  { timeout: isSoak ? 480_000 : 120_000 },
  async () => {
    const { company, draft, people: persons } = await buildWorld(db)
    const address = { articleId: draft.id, tabId: await addTab(draft.id) }
    await seedNote(db, address.articleId, address.tabId, paragraphNote('Seeded'))
    const signIn = (user: { id: string }) =>
      startSession(db, { userId: user.id, companyId: company.id, userAgent: null })
    const tokens = { ann: await signIn(persons.editor), bob: await signIn(persons.owner) }
    await server.start()
    const url = `${server.url.replace('http', 'ws')}${COLLABORATION_PATH}`
    const people = Object.entries(tokens).map(
      ([name, token]) => new Typist(name, new NoteClient({ url, address, token, reconnectMs: 20 })),
    )
    await waitUntil(() => people.every(({ client }) => client.isSynced))
    const countSaved = () => people.flatMap((person) => person.saved).length

    for (let kill = 0; kill < KILLS; kill += 1) {
      const savedBefore = countSaved()
      for (const person of people) person.start()
      await waitUntil(() => countSaved() >= savedBefore + 10)
      await delay(Math.random() * 400)
      await server.kill()
      const saved = people.flatMap((person) => person.saved)
      const stored = new Set(await storedLines(address))
      expect(saved.filter((line) => !stored.has(line))).toEqual([])
      // Some continue to type while the server is down.
      await delay(Math.random() * 100)
      await server.start()
      await waitUntil(() => people.every(({ client }) => client.isSynced))
      await delay(Math.random() * 100)
      await Promise.all(people.map((person) => person.stop()))
      await vi.waitFor(() => expect(people[0]?.client.text).toBe(people[1]?.client.text), { timeout: 5_000 })
      const lines = await storedLines(address)
      expect(lines).toEqual(people[0]?.client.text.split('\n'))
      expect(lines.toSorted()).toEqual(['Seeded', ...people.flatMap((person) => person.written)].toSorted())
    }

    for (const { client } of people) client.destroy()
  },
)

/** Writes a unique line every few milliseconds at a random position, and records which were reported as saved. */
class Typist {
  readonly name: string
  readonly client: NoteClient
  readonly written: string[] = []
  readonly saved: string[] = []
  #timer: NodeJS.Timeout | null = null

  constructor(name: string, client: NoteClient) {
    this.name = name
    this.client = client
  }

  start(): void {
    const before = this.written.length
    const writeMore = () => {
      if (this.written.length < before + MAX_LINES) this.#write()
    }
    this.#timer = setInterval(writeMore, 10 + Math.random() * 30)
  }

  /** Resolves once everything written is saved. As in the real client, a connection that broke is asked again. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    const { client } = this
    let isSaved = false
    for (let connection = -1; !isSaved;) {
      if (connection !== client.closings.length) {
        await waitUntil(() => client.isSynced)
        connection = client.closings.length
        void client.checkpoint().then(() => (isSaved = true))
      }
      await waitUntil(() => isSaved || client.closings.length !== connection)
    }
  }

  #write(): void {
    const line = `${this.name}-${this.written.length}`
    this.client.write(line)
    this.written.push(line)
    const count = this.written.length
    // As in the real client, a checkpoint counts only on the connection it was sent on.
    if (!this.client.isSynced) return
    void this.client.checkpoint().then(() => {
      for (let index = this.saved.length; index < count; index += 1) this.saved.push(this.written[index] ?? '')
    })
  }
}

async function addTab(draftId: string): Promise<string> {
  const id = newKey()
  const tab = { article_id: draftId, id, position: 0, title: 'Note', slug: 'note', content: JSON.stringify(EMPTY_NOTE) }
  await db.insertInto('text_tabs').values(tab).execute()
  return id
}

async function storedLines({ articleId, tabId }: NoteAddress): Promise<string[]> {
  const note = await readNoteJson(db, articleId, tabId)
  return note ? noteJsonToText(note).split('\n') : []
}

const waitUntil = (condition: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 20_000, interval: 10 })
