import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { isSoak } from '../../../test/soak.ts'
import { insertArticle } from '../../../test/clients/note-article.ts'
import type { NoteClient } from '../../../test/clients/note-client.ts'
import { setUpCollaboration } from './collaboration.fixture.ts'

const { db, start, open, storedText, whileTableIsLocked } = await setUpCollaboration()

describe('publishing', () => {
  it('locks the editors, saves what they sent before, and accepts what came too late after the release', async () => {
    const server = await start()
    const address = await insertArticle(db)
    const ann = await open(server, address)
    ann.acknowledgesLocks = false
    ann.write('before')
    const locking = server.collaboration.lockArticle(address.articleId)
    await vi.waitFor(() => expect(ann.messages).toContainEqual({ type: 'locked', reason: 'publishing' }))
    ann.write('in flight')
    ann.acknowledgeLock()
    const lock = await locking
    expect(await storedText(address)).toBe('before\nin flight')
    ann.write('too late')
    void ann.checkpoint()
    await delay(200)
    expect(await storedText(address)).toBe('before\nin flight')
    expect(ann.has('saved')).toBe(false)
    lock.release()
    await vi.waitFor(() => expect(ann.messages).toContainEqual({ type: 'unlocked', reason: 'publishing' }))
    await ann.checkpoint()
    expect(await storedText(address)).toBe('before\nin flight\ntoo late')
  })

  it('waits for the acknowledgement of every editor that is still connected', async () => {
    const server = await start()
    const address = await insertArticle(db)
    const [ann, bob, eve] = [await open(server, address), await open(server, address), await open(server, address)]
    for (const client of [bob, eve]) client.acknowledgesLocks = false
    let isLocked = false
    const locking = server.collaboration.lockArticle(address.articleId).then((lock) => {
      isLocked = true
      return lock
    })
    const isNotified = (client: NoteClient) => client.messages.some(({ type }) => type === 'locked')
    await vi.waitFor(() => expect([ann, bob, eve].every(isNotified)).toBe(true), { interval: 5 })
    bob.destroy()
    expect(isLocked).toBe(false)
    const begin = performance.now()
    eve.write('the last word')
    eve.acknowledgeLock()
    const lock = await locking
    expect(performance.now() - begin).toBeLessThan(900)
    expect(await storedText(address)).toBe('the last word')
    lock.release()
  })

  it('locks an editor that never acknowledges after a second', async () => {
    const server = await start()
    const address = await insertArticle(db)
    const ann = await open(server, address)
    ann.acknowledgesLocks = false
    const begin = performance.now()
    const lock = await server.collaboration.lockArticle(address.articleId)
    expect(performance.now() - begin).toBeGreaterThan(950)
    ann.write('too late')
    void ann.checkpoint()
    await vi.waitFor(() => expect(ann.messages).toContainEqual({ type: 'locked', reason: 'publishing', id: 1 }))
    expect((await storedText(address)) ?? '').toBe('')
    lock.release()
  })

  it('unlocks an editor whose checkpoint arrives between the release and the edits that were refused', async () => {
    const server = await start()
    const address = await insertArticle(db)
    const ann = await open(server, address)
    ann.acknowledgesLocks = false
    const lock = await server.collaboration.lockArticle(address.articleId)
    ann.write('too late')
    void ann.checkpoint()
    await vi.waitFor(() => expect(ann.messages).toContainEqual({ type: 'locked', reason: 'publishing', id: 1 }))
    void ann.checkpoint()
    lock.release()
    await vi.waitFor(() => expect(ann.messages).toContainEqual({ type: 'locked', reason: 'publishing', id: 2 }))
    await vi.waitFor(() => expect(ann.messages.at(-1)).toEqual({ type: 'unlocked', reason: 'publishing' }))
    await ann.checkpoint()
    expect(await storedText(address)).toBe('too late')
  })

  it('does not wait when nobody is connected', async () => {
    const server = await start()
    const { articleId } = await insertArticle(db)
    const begin = performance.now()
    const lock = await server.collaboration.lockArticle(articleId)
    lock.release()
    expect(performance.now() - begin).toBeLessThan(100)
  })

  it('closes the documents with a final message', async () => {
    const server = await start()
    const address = await insertArticle(db)
    const ann = await open(server, address)
    server.collaboration.closeArticle(address.articleId, { type: 'published', id: address.articleId })
    await vi.waitFor(() => expect(ann.isSynced).toBe(false))
    expect(ann.messages).toContainEqual({ type: 'published', id: address.articleId })
    await vi.waitFor(() => expect(server.collaboration.count().documents).toBe(0))
  })

  it.runIf(isSoak)('gives up after five seconds when the note cannot be saved', async () => {
    const server = await start()
    const address = await insertArticle(db)
    const ann = await open(server, address)
    await whileTableIsLocked(async () => {
      ann.write('stuck')
      await expect(server.collaboration.lockArticle(address.articleId)).rejects.toThrow('not available')
    })
    await vi.waitFor(() => expect(ann.messages).toContainEqual({ type: 'unlocked', reason: 'publishing' }))
  })
})
