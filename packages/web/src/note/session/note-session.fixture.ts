/** Sessions of notes with a server in memory. */
import 'fake-indexeddb/auto'
import { afterEach, expect, vi } from 'vitest'
import * as Y from 'yjs'
import type { ArticleRoom } from './article-room.ts'
import { clearLocalEdits } from './local-edits.ts'
import { MemorySocket, type NoteServer, startNoteServer } from './note-server.fixture.ts'
import { type NoteSession, type NoteSessionOptions, openNoteSession } from './note-session.ts'

export const articleId = '0193cf0a-0000-7000-8000-000000000001'
const tabId = 'AbCdEf0123456_-x'
export const name = `${articleId}:${tabId}`

export const options: NoteSessionOptions = {
  url: 'ws://test/collaboration',
  schemaVersion: 1,
  getToken: () => 'token',
  articleId,
  tabId,
  user: { id: 'ann', name: 'Ann' },
}

export const until = (condition: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 3_000, interval: 5 })
export const turn = (ms = 30): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
export const write = ({ doc }: NoteSession, text: string): void =>
  doc.getXmlFragment('default').push([new Y.XmlText(text)])
export const textOf = ({ doc }: NoteSession): string => doc.getXmlFragment('default').toArray().map(String).join('')

export function countKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('knowreel-notes', 1)
    request.onerror = () => reject(request.error ?? new Error('not opened'))
    request.onsuccess = () => {
      const count = request.result.transaction('edits').objectStore('edits').count()
      count.onsuccess = () => {
        request.result.close()
        resolve(count.result)
      }
    }
  })
}

export function setUpNoteSessions() {
  let server: NoteServer
  const opened: (NoteSession | ArticleRoom)[] = []

  function open(changes: Partial<NoteSessionOptions> = {}): NoteSession {
    const session = openNoteSession({ ...options, ...changes })
    opened.push(session)
    return session
  }

  async function openSynced(changes: Partial<NoteSessionOptions> = {}): Promise<NoteSession> {
    const session = open(changes)
    await until(() => session.getState().connection === 'synced')
    return session
  }

  /** Before each test. */
  function startServer(): NoteServer {
    vi.stubGlobal('WebSocket', MemorySocket)
    server = startNoteServer()
    return server
  }

  afterEach(async () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    // A session waiting for a receipt stays connected for a while after it was left.
    server.isSendingReceipts = true
    server.sendReceipts()
    for (const session of opened.splice(0)) session.destroy()
    await until(() => server.sockets === 0)
    await clearLocalEdits()
  })

  return { startServer, opened, open, openSynced }
}
