import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { clearLocalEdits, openLocalEdits } from './local-edits.ts'
import type { NoteServer } from './note-server.fixture.ts'
import { setUpNoteSessions, name, options, until, turn, write, textOf, countKept } from './note-session.fixture.ts'

const { startServer, opened, open, openSynced } = setUpNoteSessions()
let server: NoteServer
beforeEach(() => {
  server = startServer()
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
