import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { paragraphNote } from '@knowreel/shared/note/note.fixture.ts'
import { createEncoder, toUint8Array, writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { isSoak } from '../../../test/soak.ts'
import { insertArticle } from '../../../test/clients/note-article.ts'
import type { NoteClient } from '../../../test/clients/note-client.ts'
import { seedNote } from '../index.ts'
import { setUpCollaboration } from './collaboration.fixture.ts'

const { db, start, connect, open, storedText } = await setUpCollaboration()

describe('a client without write access', () => {
  it.each([
    ['a token nobody holds', async () => null],
    ['somebody who may only read', async () => ({ actor: 'eve', mayWrite: false })],
  ])('is refused and sees nothing: %s', async (_who, authorise) => {
    const server = await start({ authorise })
    const address = await insertArticle(db)
    await seedNote(db, address.articleId, address.tabId, paragraphNote('Secret'))
    const eve = connect({ url: server.url, address })
    await vi.waitFor(() => expect(eve.refusals).toEqual(['permission-denied']))
    eve.write('intruder')
    await delay(200)
    expect(eve.isSynced).toBe(false)
    expect(eve.text).toBe('intruder')
    expect(await storedText(address)).toBe('Secret')
  })

  it('is asked to try again when its access cannot be checked', async () => {
    const authorise = vi
      .fn()
      .mockRejectedValueOnce(new Error('no database'))
      .mockResolvedValue({ actor: 'ann', mayWrite: true })
    const server = await start({ authorise })
    const address = await insertArticle(db)
    const ann = connect({ url: server.url, address })
    await vi.waitFor(() => expect(ann.isSynced).toBe(true), { timeout: 5_000 })
    expect(ann.refusals).toEqual(['unavailable'])
  })

  it.each(['x', '../x', `${'a'.repeat(36)}:tab`, 'admin'])('cannot open a document named %s', async (name) => {
    const authorise = vi.fn(async (token: string) => ({ actor: token, mayWrite: true }))
    const server = await start({ authorise })
    const eve = connect({ url: server.url, address: { articleId: name } })
    await vi.waitFor(() => expect(eve.refusals).toEqual(['unknown-document']))
    expect(authorise).not.toHaveBeenCalled()
  })

  it('is disconnected within five seconds of losing access, with one query for all connections', async () => {
    const revoked = new Set<string>()
    const recheck = vi.fn(
      async (open: readonly { id: string; actor: string }[]) =>
        new Set(open.filter(({ actor }) => !revoked.has(actor)).map(({ id }) => id)),
    )
    const authorise = async (token: string) => (revoked.has(token) ? null : { actor: token, mayWrite: true })
    const server = await start({ recheck, authorise })
    const address = await insertArticle(db)
    const [ann, eve] = await Promise.all([
      open(server, address, { token: 'ann' }),
      open(server, address, { token: 'eve' }),
    ])
    revoked.add('eve')
    const begin = performance.now()
    await vi.waitFor(() => expect(eve.closings).toContain(4403), { timeout: 5_000 })
    expect(performance.now() - begin).toBeLessThan(5_000)
    expect(eve.messages).toContainEqual({ type: 'access' })
    await vi.waitFor(() => expect(eve.refusals).toEqual(['permission-denied']), { timeout: 5_000 })
    expect(recheck.mock.calls[0]?.[0]).toHaveLength(2)
    expect(ann.isSynced).toBe(true)
    expect(ann.closings).toEqual([])
  })

  it('stays connected when access cannot be checked again', async () => {
    const server = await start({ recheck: () => Promise.reject(new Error('no database')), recheckMs: 20 })
    const ann = await open(server, await insertArticle(db))
    await delay(150)
    expect(ann.closings).toEqual([])
  })

  // Ten seconds of waiting.
  it.runIf(isSoak)(
    'is disconnected if it never authenticates',
    async () => {
      const server = await start()
      const silent = new WebSocket(server.url)
      const code = await new Promise<number>((resolve) =>
        silent.addEventListener('close', (event) => resolve(event.code)),
      )
      expect(code).toBe(4408)
    },
    15_000,
  )
})

describe('a session token', () => {
  it('never appears in a log, whatever happens to the connection', async () => {
    const lines: string[] = []
    const keep = (...line: unknown[]) => void lines.push(inspect(line, { depth: 10 }))
    const spies = (['log', 'info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(keep),
    )
    const authorise = async (token: string) => {
      if (token.endsWith('broken')) throw new Error('no database')
      return token.endsWith('good') ? { actor: 'ann', mayWrite: true } : null
    }
    const server = await start({ authorise, log: { debug: keep, info: keep, warn: keep, error: keep } })
    const address = await insertArticle(db)
    await open(server, address, { token: 'top-secret-good' })
    const [refused, broken] = [
      connect({ url: server.url, address, token: 'top-secret-bad' }),
      connect({ url: `${server.url}`, address, token: 'top-secret-broken', reconnectMs: 10_000 }),
    ]
    const odd = connect({ url: server.url, address: { articleId: 'odd' }, token: 'top-secret-good' })
    await vi.waitFor(() => expect([refused, broken, odd].every(({ refusals }) => refusals.length > 0)).toBe(true))
    const withQuery = new WebSocket(`${server.url}?token=top-secret-query`)
    await new Promise((resolve) => withQuery.addEventListener('open', resolve))
    withQuery.send(new Uint8Array([255, 255, 255]))
    await new Promise((resolve) => withQuery.addEventListener('close', resolve))
    for (const spy of spies) spy.mockRestore()
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toContain('top-secret')
  })
})

describe('an editor with an older schema', () => {
  it('reads, and writes nothing', async () => {
    const server = await start()
    const address = await insertArticle(db)
    await seedNote(db, address.articleId, address.tabId, paragraphNote('Newer'))
    const old = await open(server, address, { schemaVersion: 0 })
    expect(old.provider.authorizedScope).toBe('readonly')
    expect(old.text).toBe('Newer')
    old.fragment.delete(0, 1)
    void old.checkpoint()
    await delay(300)
    expect(await storedText(address)).toBe('Newer')
    expect(old.has('saved')).toBe(false)
  })
})

describe('a hostile client', () => {
  it('can send any bytes without harm to the others', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = await start()
    const address = await insertArticle(db)
    const ann = await open(server, address)
    for (let round = 0; round < 30; round += 1) {
      const eve = connect({ url: server.url, address, reconnectMs: 10_000 })
      await vi.waitFor(() => expect(eve.isSynced).toBe(true))
      const raw = eve.socket.webSocket
      const name = new TextEncoder().encode(`${address.articleId}:${address.tabId}`)
      for (let type = 0; type < 12; type += 1)
        raw?.send(new Uint8Array([name.length, ...name, type, ...randomBytes(round)]))
      raw?.send(randomBytes(round + 1))
      if (round % 5 === 0) raw?.send('text')
    }
    ann.write('still here')
    await ann.checkpoint()
    expect(await storedText(address)).toContain('still here')
    error.mockRestore()
  })

  it('cannot flood the others with its own awareness state', async () => {
    const server = await start()
    const address = await insertArticle(db)
    const [ann, eve] = await Promise.all([open(server, address), open(server, address)])
    eve.provider.setAwarenessField('user', { name: 'x'.repeat(100_000) })
    eve.write('done')
    await vi.waitFor(() => expect(ann.text).toBe('done'))
    expect(JSON.stringify([...(ann.provider.awareness?.getStates() ?? [])]).length).toBeLessThan(10_000)
  })
})

describe('a caret', () => {
  const colleagues = (client: NoteClient) =>
    [...(client.provider.awareness?.getStates().keys() ?? [])].filter((id) => id !== client.document.clientID)

  /** Announces these client ids too, each with a caret. */
  const announce = (client: NoteClient, ids: readonly number[]) => {
    const foreign = new Awareness(new Y.Doc())
    foreign.setLocalState(null)
    for (const id of ids) {
      foreign.states.set(id, { caret: 'forged' })
      foreign.meta.set(id, { clock: 1_000, lastUpdated: Date.now() })
    }
    const { webSocket } = client.socket
    const message = createEncoder()
    writeVarString(message, client.provider.configuration.name)
    writeVarUint(message, 1)
    writeVarUint8Array(message, encodeAwarenessUpdate(foreign, [...ids]))
    webSocket?.send(toUint8Array(message))
    foreign.destroy()
  }

  const authorise = async (token: string) => ({ actor: token, mayWrite: true, user: { id: token, name: token } })

  it('is unique per connection: an editor cannot fill the note with more', async () => {
    const server = await start({ authorise })
    const address = await insertArticle(db)
    const ann = await open(server, address, { token: 'ann' })
    const eve = await open(server, address, { token: 'eve' })
    eve.provider.setAwarenessField('caret', 1)
    await vi.waitFor(() => expect(colleagues(ann)).toEqual([eve.document.clientID]))
    announce(
      eve,
      Array.from({ length: 500 }, (_, index) => index + 1),
    )
    eve.write('done')
    await vi.waitFor(() => expect(ann.text).toBe('done'))
    await delay(200)
    expect(colleagues(ann)).toEqual([eve.document.clientID])
  })

  it('of a colleague cannot be moved by someone else', async () => {
    const server = await start({ authorise })
    const address = await insertArticle(db)
    const ann = await open(server, address, { token: 'ann' })
    const bob = await open(server, address, { token: 'bob' })
    const eve = await open(server, address, { token: 'eve' })
    bob.provider.setAwarenessField('caret', 'mine')
    await vi.waitFor(() => expect(colleagues(ann)).toEqual([bob.document.clientID]))
    announce(eve, [bob.document.clientID])
    eve.write('done')
    await vi.waitFor(() => expect(ann.text).toBe('done'))
    await delay(200)
    expect(ann.provider.awareness?.getStates().get(bob.document.clientID)).toMatchObject({ caret: 'mine' })
  })
})

describe('an unauthenticated client', () => {
  const frame = (name: string, ...rest: number[]) => {
    const bytes = new TextEncoder().encode(name)
    return new Uint8Array([bytes.length, ...bytes, ...rest])
  }

  it.each([
    ['a name with a line break', frame('x\n{"level":50,"msg":"forged"}', 2, 0, 0)],
    ['a name without end', new Uint8Array([200, 1, 65])],
    ['a kind there is not', frame('x', 99)],
    ['a token without end', frame('x', 2, 0, 100, 65)],
    ['nothing', new Uint8Array()],
  ])('writes nothing to the console with %s', async (_what, bytes) => {
    const written = (['log', 'warn', 'error'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation(() => {}),
    )
    onTestFinished(() => written.forEach((spy) => spy.mockRestore()))
    const server = await start()
    const socket = new WebSocket(server.url)
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.send(bytes)
    expect(await closed).toBe(1002)
    expect(written.flatMap(({ mock }) => mock.calls)).toEqual([])
  })
})
