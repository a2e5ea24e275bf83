import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openArticleRoom } from './article-room.ts'
import type { NoteServer } from './note-server.fixture.ts'
import { setUpNoteSessions, articleId, name, options, until, turn, write, textOf } from './note-session.fixture.ts'

const { startServer, opened, openSynced } = setUpNoteSessions()
let server: NoteServer
beforeEach(() => {
  server = startServer()
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
