import { WebSocketStatus } from '@hocuspocus/provider'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeSocket } from '../../platform/sockets/web-socket.fixture.ts'
import { acquireNoteSocket } from './note-socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.instances = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const acquire = (isSocketShared: boolean, name = 'note') =>
  acquireNoteSocket({ url: 'ws://here', schemaVersion: 3, isSocketShared }, name)

/** Lets promises settle without running timers. */
const settle = async () => {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
}

it('connects Hocuspocus if the socket opens before Hocuspocus requests a connection', async () => {
  const { websocketProvider, reconnect, release } = acquire(false)
  await settle()
  FakeSocket.at(0).open()
  // Names a document that is not open here: the first message makes a connection count as established.
  FakeSocket.at(0).dispatchEvent(new MessageEvent('message', { data: new Uint8Array([1, 120, 0]).buffer }))
  await settle()
  reconnect()
  await settle()
  FakeSocket.at(1).open()
  expect(websocketProvider.status).toBe(WebSocketStatus.Disconnected)
  await vi.advanceTimersByTimeAsync(1)
  expect(websocketProvider.status).toBe(WebSocketStatus.Connected)
  expect(FakeSocket.instances).toHaveLength(2)
  release()
})

it('makes no connection if it is released while waiting for one', async () => {
  const { release } = acquire(false)
  await settle()
  FakeSocket.at(0).closeByServer()
  release()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeSocket.instances).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('shares one socket between documents, but not between two sessions of one document', async () => {
  const [note, room, sameNote] = [acquire(true), acquire(true, 'room'), acquire(true)]
  await settle()
  expect(FakeSocket.instances.map(({ url }) => url)).toEqual(['ws://here?schema=3', 'ws://here?schema=3'])
  expect(room.websocketProvider).toBe(note.websocketProvider)
  expect(sameNote.websocketProvider).not.toBe(note.websocketProvider)
  for (const socket of FakeSocket.instances) socket.open()
  for (const socket of [note, room, sameNote]) socket.release()
  expect(FakeSocket.instances.map(({ isClosed }) => isClosed)).toEqual([true, true])
})
