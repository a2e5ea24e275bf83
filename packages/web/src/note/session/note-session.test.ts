import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openArticleRoom } from './article-room.ts'
import { openLocalEdits } from './local-edits.ts'
import type { NoteServer } from './note-server.fixture.ts'
import {
  setUpNoteSessions,
  articleId,
  name,
  options,
  until,
  turn,
  write,
  textOf,
  countKept,
} from './note-session.fixture.ts'

const { startServer, opened, open, openSynced } = setUpNoteSessions()
let server: NoteServer
beforeEach(() => {
  server = startServer()
})

const otherTabId = 'otherTab01234567'

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
