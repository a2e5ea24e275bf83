/** Collaboration servers and their clients, closed after each test. */
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { sql } from 'kysely'
import { afterEach, expect, vi } from 'vitest'
import { type CollaborationServer, startCollaboration } from '../../../test/servers/collaboration-server.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { NoteClient, type NoteClientOptions } from '../../../test/clients/note-client.ts'
import type { CollaborationOptions } from './collaboration.types.ts'
import { readNoteJson } from '../index.ts'

export async function setUpCollaboration() {
  const { db } = await createTestDatabase()
  const servers: CollaborationServer[] = []
  const clients: NoteClient[] = []

  async function start(options: Partial<CollaborationOptions<string>> = {}): Promise<CollaborationServer> {
    const server = await startCollaboration({ db, ...options })
    servers.push(server)
    return server
  }

  function connect(options: NoteClientOptions): NoteClient {
    const client = new NoteClient(options)
    clients.push(client)
    return client
  }

  async function open(
    server: CollaborationServer,
    address: NoteAddress,
    options: Partial<NoteClientOptions> = {},
  ): Promise<NoteClient> {
    const client = connect({ url: server.url, address, ...options })
    await vi.waitFor(() => expect(client.isSynced).toBe(true), { timeout: 5_000 })
    return client
  }

  const storedText = async ({ articleId, tabId }: NoteAddress): Promise<string | null> => {
    const note = await readNoteJson(db, articleId, tabId)
    return note && noteJsonToText(note)
  }

  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy()
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })

  /** Simulates a database that hangs: writes to the table wait until the work is done. */
  async function whileTableIsLocked(work: () => Promise<void>): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await sql`lock table note_updates in share row exclusive mode`.execute(trx)
      await work()
    })
  }

  return { db, servers, start, connect, open, storedText, whileTableIsLocked }
}
