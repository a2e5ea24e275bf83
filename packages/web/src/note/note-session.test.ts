import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { type ArticleRoom, openArticleRoom } from './article-room.ts'
import { clearLocalEdits, openLocalEdits } from './local-edits.ts'
import { MemorySocket, type NoteServer, startNoteServer } from './note-server.fixture.ts'
import { type NoteSession, type NoteSessionOptions, openNoteSession } from './note-session.ts'

const articleId = '0193cf0a-0000-7000-8000-000000000001'
const tabId = 'AbCdEf0123456_-x'
const otherTabId = 'otherTab01234567'
const name = `${articleId}:${tabId}`

let server: NoteServer
const opened: (NoteSession | ArticleRoom)[] = []

const options: NoteSessionOptions = {
  url: 'ws://test/collaboration',
  schemaVersion: 1,
  getToken: () => 'token',
  articleId,
  tabId,
  user: { id: 'ann', name: 'Ann' },
}

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

const until = (condition: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 3_000, interval: 5 })
const turn = (ms = 30): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const write = ({ doc }: NoteSession, text: string): void => doc.getXmlFragment('default').push([new Y.XmlText(text)])
const textOf = ({ doc }: NoteSession): string => doc.getXmlFragment('default').toArray().map(String).join('')

beforeEach(() => {
  vi.stubGlobal('WebSocket', MemorySocket)
  server = startNoteServer()
})

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

describe('an opened note', () => {
  it('is editable once it has the server’s text, and not before', async () => {
    server.seed(name, 'seeded')
    const session = open()
    expect(session.getState()).toEqual({
      connection: 'connecting',
      save: 'saved',
      savedAt: null,
      isEditable: false,
      lock: null,
      publishedId: null,
    })
    const states: [string, boolean, string][] = []
    session.subscribe(() =>
      states.push([session.getState().connection, session.getState().isEditable, textOf(session)]),
    )
    await until(() => session.getState().connection === 'synced')
    expect(states).toEqual([['synced', true, 'seeded']])
  })

  it('is not editable while the socket is blocked', async () => {
    server.isRunning = false
    const session = open()
    await until(() => session.getState().connection === 'offline')
    await turn(1_000)
    expect(session.getState().isEditable).toBe(false)
    expect(server.connectionAttempts).toBeGreaterThan(1)
  })

  it('is refused to people who may not write, and not requested again', async () => {
    server.authorise = () => 'permission-denied'
    const session = open()
    await until(() => session.getState().connection === 'refused')
    expect(session.getState().isEditable).toBe(false)
    const { connectionAttempts } = server
    await turn(700)
    expect(server.connectionAttempts).toBe(connectionAttempts)
  })

  it('is requested again if the server could not decide', async () => {
    server.authorise = () => 'unavailable'
    const session = open()
    await until(() => session.getState().connection === 'offline')
    server.authorise = () => 'ok'
    await vi.waitFor(() => expect(session.getState().connection).toBe('synced'), { timeout: 4_000 })
  })

  it('is read-only in a page that is too old for it, which stores and sends nothing', async () => {
    server.seed(name, 'newer')
    server.authorise = () => 'readonly'
    const session = await openSynced()
    expect(session.getState()).toMatchObject({ isEditable: false, lock: 'outdated' })
    session.doc.getXmlFragment('default').delete(0, 1)
    await turn()
    expect(session.getState().save).toBe('saved')
    session.destroy()
    server.authorise = () => 'ok'
    const later = await openSynced()
    expect(textOf(later)).toBe('newer')
  })

  it('requests the token on every connection', async () => {
    const getToken = vi.fn(() => 'token')
    const session = await openSynced({ getToken })
    server.stop()
    server.restart()
    await until(() => session.getState().connection === 'offline')
    await until(() => session.getState().connection === 'synced')
    expect(getToken).toHaveBeenCalledTimes(2)
  })
})

describe('a local edit', () => {
  it('counts as saved on its receipt, not before', async () => {
    server.isSendingReceipts = false
    const session = await openSynced()
    write(session, 'a')
    expect(session.getState().save).toBe('saving')
    await until(() => server.text(name) === 'a')
    await turn()
    expect(session.getState()).toMatchObject({ save: 'saving', savedAt: null })
    server.sendReceipts()
    await until(() => session.getState().save === 'saved')
    expect(session.getState().savedAt).toBe('2026-11-21T12:00:00.000Z')
  })

  it('is sent and stored once it is painted, and not saved before', async () => {
    const paints: (() => void)[] = []
    const session = await openSynced({ scheduleSend: (send) => paints.push(send) })
    const notice = vi.fn()
    session.subscribe(notice)
    write(session, 'a')
    write(session, 'b')
    await turn()
    expect(server.text(name)).toBe('')
    expect(await openLocalEdits(`ann/${name}`).load()).toEqual([])
    expect(session.getState().save, 'for who asks').toBe('saving')
    expect(notice).not.toHaveBeenCalled()
    expect(paints).toHaveLength(1)
    paints[0]?.()
    expect(notice).toHaveBeenCalledOnce()
    await until(() => session.getState().save === 'saved')
    expect(server.text(name)).toBe('ab')
    expect(server.checkpoints).toHaveLength(0)
  })

  it('costs no further frame when the server returns it, unlike an edit of a colleague', async () => {
    const requestFrame = vi.fn()
    vi.stubGlobal('requestAnimationFrame', requestFrame)
    const session = await openSynced()
    write(session, 'mine')
    await until(() => session.getState().save === 'saved')
    await turn(350)
    expect(requestFrame).not.toHaveBeenCalled()
    write(await openSynced({ user: { id: 'bob', name: 'Bob' }, isSocketShared: false }), ', his')
    await until(() => textOf(session).includes('his'))
    expect(requestFrame).toHaveBeenCalled()
  })

  it('is sent before it is painted if the note is left or about to be published', async () => {
    const session = await openSynced({ scheduleSend: () => undefined })
    write(session, 'to publish')
    server.broadcast(name, { type: 'locked', reason: 'publishing' })
    await until(() => server.flushed.length === 1)
    expect(server.flushed).toEqual(['to publish'])
    server.broadcast(name, { type: 'unlocked', reason: 'publishing' })
    await until(() => session.getState().isEditable)
    write(session, ' and left')
    session.destroy()
    await until(() => server.text(name) === 'to publish and left')
  })

  it('is covered by a checkpoint immediately, then by one checkpoint at a time', async () => {
    server.isSendingReceipts = false
    const session = await openSynced()
    for (const letter of 'abcdef') write(session, letter)
    await turn()
    expect(server.checkpoints).toHaveLength(1)
    server.sendReceipts()
    await until(() => server.checkpoints.length === 1)
    expect(session.getState().save).toBe('saving')
    server.sendReceipts()
    await until(() => session.getState().save === 'saved')
    await turn()
    expect(server.checkpoints).toHaveLength(0)
  })

  it('is visible to the other editor within a few turns', async () => {
    const [ann, bob] = [await openSynced(), await openSynced({ user: { id: 'bob', name: 'Bob' } })]
    write(ann, 'a')
    await turn(10)
    write(ann, 'b')
    await until(() => textOf(bob).length === 2)
    expect(textOf(bob)).toBe('ab')
  })

  it('without a connection is unsaved, does not block typing, and arrives later', async () => {
    const session = await openSynced()
    server.stop()
    await until(() => session.getState().connection === 'offline')
    expect(session.getState().isEditable).toBe(true)
    write(session, 'offline')
    expect(session.getState()).toMatchObject({ save: 'unsaved', isEditable: true })
    server.restart()
    await until(() => session.getState().save === 'saved')
    expect(server.text(name)).toBe('offline')
    expect(session.getState().connection).toBe('synced')
  })

  it('is not saved by a receipt of a connection that was lost before it', async () => {
    server.isSendingReceipts = false
    const session = await openSynced()
    write(session, 'a')
    await until(() => server.checkpoints.length === 1)
    server.stop()
    await until(() => session.getState().save === 'unsaved')
    server.restart()
    await until(() => server.checkpoints.length === 1)
    const fresh = server.checkpoints[0]
    fresh?.connection.sendStateless(JSON.stringify({ type: 'saved', id: fresh.id - 1, at: 'x' }))
    await turn()
    expect(session.getState().save).toBe('saving')
    server.sendReceipts()
    await until(() => session.getState().save === 'saved')
  })

  it('is no longer "saving" if the receipt is late, and the connection is renewed if it never arrives', async () => {
    server.isSendingReceipts = false
    const session = await openSynced()
    vi.useFakeTimers()
    write(session, 'a')
    await vi.advanceTimersByTimeAsync(2_900)
    expect(session.getState().save).toBe('saving')
    await vi.advanceTimersByTimeAsync(200)
    expect(session.getState()).toMatchObject({ save: 'unsaved', connection: 'synced' })
    server.isSendingReceipts = true
    await vi.advanceTimersByTimeAsync(9_000)
    expect(session.getState()).toMatchObject({ save: 'saved', connection: 'synced' })
    expect(server.connectionAttempts).toBe(2)
  })
})

describe('a server message', () => {
  it('about a failing database allows typing but reports nothing as saved', async () => {
    server.isSendingReceipts = false
    const session = await openSynced()
    write(session, 'a')
    await until(() => server.checkpoints.length === 1)
    server.broadcast(name, { type: 'locked', reason: 'storage' })
    await until(() => session.getState().lock === 'storage')
    expect(session.getState()).toMatchObject({ save: 'unsaved', isEditable: true })
    server.broadcast(name, { type: 'unlocked', reason: 'storage' })
    server.sendReceipts()
    await until(() => session.getState().save === 'saved')
    expect(session.getState().lock).toBeNull()
  })

  it('about the end of a failure starts the wait for the receipt again', async () => {
    server.isSendingReceipts = false
    const session = await openSynced()
    write(session, 'a')
    await until(() => server.checkpoints.length === 1)
    server.broadcast(name, { type: 'locked', reason: 'storage' })
    await until(() => session.getState().lock === 'storage')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.broadcast(name, { type: 'unlocked', reason: 'storage' })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(session.getState().connection).toBe('synced')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(server.connectionAttempts).toBe(2)
  })

  it('about a publish blocks typing until it is over', async () => {
    const session = await openSynced()
    server.broadcast(name, { type: 'locked', reason: 'publishing' })
    const unsubscribe = session.subscribe(() => {
      unsubscribe()
      write(session, 'the last key')
    })
    await until(() => !session.getState().isEditable)
    expect(session.getState().lock).toBe('publishing')
    await until(() => server.flushed.length === 1)
    expect(server.flushed).toEqual(['the last key'])
    server.broadcast(name, { type: 'unlocked', reason: 'publishing' })
    await until(() => session.getState().isEditable)
  })

  it('about a failing database during a publish does not allow typing', async () => {
    const session = await openSynced()
    server.broadcast(name, { type: 'locked', reason: 'publishing' })
    server.broadcast(name, { type: 'locked', reason: 'storage' })
    await until(() => server.flushed.length === 1)
    await turn()
    expect(session.getState()).toMatchObject({ lock: 'publishing', isEditable: false })
    server.broadcast(name, { type: 'unlocked', reason: 'storage' })
    await turn()
    expect(session.getState()).toMatchObject({ lock: 'publishing', isEditable: false })
    server.broadcast(name, { type: 'unlocked', reason: 'publishing' })
    await until(() => session.getState().isEditable)
  })

  it('refusing a checkpoint during a publish leads to a new checkpoint afterwards', async () => {
    server.isSendingReceipts = false
    const session = await openSynced()
    write(session, 'too late')
    await until(() => server.checkpoints.length === 1)
    const [refused] = server.checkpoints.splice(0)
    refused?.connection.sendStateless(JSON.stringify({ type: 'locked', reason: 'publishing', id: refused.id }))
    await until(() => session.getState().save === 'unsaved')
    expect(server.checkpoints).toHaveLength(0)
    server.broadcast(name, { type: 'unlocked', reason: 'publishing' })
    await until(() => server.checkpoints.length === 1)
    server.sendReceipts()
    await until(() => session.getState().save === 'saved')
  })

  it('about a note that is too long makes it read-only and keeps every word', async () => {
    const session = await openSynced()
    write(session, 'much')
    server.broadcast(name, { type: 'locked', reason: 'size' })
    await until(() => session.getState().lock === 'size')
    expect(session.getState().isEditable).toBe(false)
    expect(textOf(session)).toBe('much')
  })

  it('about a published draft closes the note and names the published article', async () => {
    const session = await openSynced()
    server.broadcast(name, { type: 'published', id: 'article' })
    await until(() => session.getState().publishedId === 'article')
    expect(session.getState().isEditable).toBe(false)
    await until(() => server.connections(name).length === 0)
  })

  it('about lost access closes the note', async () => {
    const session = await openSynced()
    server.broadcast(name, { type: 'access' })
    await until(() => session.getState().connection === 'refused')
    expect(session.getState().isEditable).toBe(false)
  })

  it('in the article room is delivered there', async () => {
    const onMessage = vi.fn()
    const room = openArticleRoom({ ...options, onMessage })
    opened.push(room)
    await until(() => server.connections(articleId).length === 1)
    server.broadcast(articleId, { type: 'published', id: 'x' })
    await until(() => onMessage.mock.calls.length === 1)
    expect(onMessage).toHaveBeenCalledWith({ type: 'published', id: 'x' })
    expect(room.awareness.getLocalState()).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('edits that never reached the server', () => {
  async function typeOffline(text: string, user = options.user): Promise<void> {
    const session = await openSynced({ user })
    server.stop()
    await until(() => session.getState().connection === 'offline')
    write(session, text)
    await turn()
    session.destroy()
    server.restart()
  }

  it('outlive the page and arrive on the next visit', async () => {
    server.seed(name, 'base ')
    await typeOffline('survived')
    expect(server.text(name)).toBe('base ')
    const session = open()
    const saves: string[] = []
    session.subscribe(() => saves.push(session.getState().save))
    await until(() => server.text(name) === 'base survived')
    await until(() => session.getState().save === 'saved')
    expect(saves).toContain('saving')
  })

  it('are stored until their receipt and no longer', async () => {
    await typeOffline('once')
    server.isSendingReceipts = false
    const early = await openSynced()
    await until(() => server.checkpoints.length === 1)
    early.destroy()
    expect(await countKept()).toBe(1)
    server.isSendingReceipts = true
    const later = await openSynced()
    await until(() => later.getState().savedAt !== null)
    await vi.waitFor(async () => expect(await countKept()).toBe(0))
    expect(server.text(name)).toBe('once')
  })

  it('stay stored when a receipt arrives that was under way before they were loaded', async () => {
    await typeOffline('earlier')
    const edits = openLocalEdits(`${options.user.id}/${name}`)
    const loaded = await edits.load()
    edits.applied(loaded.length + 1)
    edits.markSaved(1)
    await turn()
    expect(await countKept()).toBe(1)
    edits.markSaved(2)
    await vi.waitFor(async () => expect(await countKept()).toBe(0))
    edits.stop()
  })

  it('arrive before their receipt also when the browser loads them late and they wait for other edits', async () => {
    const foreign = new Y.Doc()
    foreign.getXmlFragment('default').push([new Y.XmlText('of a colleague')])
    const before = Y.encodeStateVector(foreign)
    foreign.getXmlFragment('default').push([new Y.XmlText('earlier')])
    const edits = openLocalEdits(`${options.user.id}/${name}`)
    edits.add(Y.encodeStateAsUpdate(foreign, before), 1)
    await vi.waitFor(async () => expect(await countKept()).toBe(1))
    edits.stop()
    // IndexedDB answers late.
    const node = globalThis as unknown as { setImmediate: (work: () => void) => void }
    const { setImmediate } = node
    vi.stubGlobal('setImmediate', (work: () => void) => setTimeout(() => setImmediate(work), 100))
    const session = await openSynced()
    await until(() => session.getState().savedAt !== null)
    expect(server.connections(name)[0]?.document.store.pendingStructs).not.toBeNull()
  })

  it('are not sent in the name of another person', async () => {
    await typeOffline('of ann')
    const bob = await openSynced({ user: { id: 'bob', name: 'Bob' } })
    await turn(50)
    expect(textOf(bob)).toBe('')
  })

  it('are removed at logout', async () => {
    await typeOffline('private')
    expect(await countKept()).toBe(1)
    await clearLocalEdits()
    expect(await countKept()).toBe(0)
  })

  it('do not exist while everything is saved', async () => {
    const session = await openSynced()
    write(session, 'a')
    write(session, 'b')
    await until(() => session.getState().save === 'saved')
    await vi.waitFor(async () => expect(await countKept()).toBe(0))
  })

  it('are optional: without browser storage typing still works', async () => {
    vi.resetModules()
    vi.stubGlobal('indexedDB', undefined)
    const fresh = await import('./note-session.ts')
    const session = fresh.openNoteSession(options)
    opened.push(session)
    await until(() => session.getState().connection === 'synced')
    write(session, 'a')
    await until(() => session.getState().save === 'saved')
    expect(server.text(name)).toBe('a')
    vi.unstubAllGlobals()
  })
})

describe('a browser with network status', () => {
  it('reports immediately that it is offline, and reconnects immediately', async () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const session = await openSynced({ url: 'ws://test/with-window' })
    page.dispatchEvent(new Event('offline'))
    expect(session.getState()).toMatchObject({ connection: 'offline', isEditable: true })
    write(session, 'in the tunnel')
    await turn(700)
    expect(server.connectionAttempts).toBe(1)
    page.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(server.connectionAttempts).toBe(2), { timeout: 450, interval: 5 })
    await until(() => session.getState().save === 'saved')
    expect(server.text(name)).toBe('in the tunnel')
  })
})

describe('a connection to one note that the server closes', () => {
  it('is renewed', async () => {
    const session = await openSynced()
    server.connections(name)[0]?.close({ code: 4205, reason: 'test' })
    await until(() => session.getState().connection === 'offline')
    await vi.waitFor(() => expect(session.getState().connection).toBe('synced'), { timeout: 4_000 })
  })
})

describe('the caret', () => {
  it('is sent with its last position, not with every position on the way', async () => {
    const [ann, bob] = [await openSynced(), await openSynced({ user: { id: 'bob', name: 'Bob' } })]
    await turn()
    const positions: unknown[] = []
    bob.awareness.on('change', () => positions.push(bob.awareness.getStates().get(ann.doc.clientID)?.['cursor']))
    for (let position = 1; position <= 20; position += 1) ann.awareness.setLocalStateField('cursor', position)
    await until(() => positions.includes(20))
    expect(positions.length).toBeLessThan(5)
  })
})

describe('one page', () => {
  it('has one socket for all its notes and rooms', async () => {
    const room = openArticleRoom({ ...options, onMessage: () => {} })
    opened.push(room)
    await Promise.all([openSynced(), openSynced({ tabId: otherTabId })])
    expect(server.connectionAttempts).toBe(1)
  })

  it('may leave a note and reopen it immediately', async () => {
    server.isSendingReceipts = false
    const first = await openSynced()
    write(first, 'a')
    first.destroy()
    const second = await openSynced()
    expect(textOf(second)).toBe('a')
    server.sendReceipts()
    await until(() => server.connections(name).length === 1)
    await vi.waitFor(async () => expect(await countKept()).toBe(0))
  })

  it('closes its socket with the last note', async () => {
    const [one, other] = [await openSynced(), await openSynced({ tabId: otherTabId })]
    one.destroy()
    await turn()
    expect(server.connections(`${articleId}:${otherTabId}`)).toHaveLength(1)
    other.destroy()
    await until(() => server.connections(`${articleId}:${otherTabId}`).length === 0)
  })
})

function countKept(): Promise<number> {
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
