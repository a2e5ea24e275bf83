import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FakeSocket } from './web-socket.fixture.ts'
import { cancelled, GenerationError, startGeneration } from './generation.ts'

beforeEach(() => {
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => vi.unstubAllGlobals())

let tickets = 0
const start = (onUpdate = vi.fn()) => {
  const generation = startGeneration<{ url: string }>(
    'generate-pdf',
    { articleId: 'a' },
    {
      onUpdate,
      origin: 'ws://here',
      firstWaitMs: 1,
      getTicket: async () => `ticket-${(tickets += 1)}`,
    },
  )
  return { ...generation, onUpdate }
}
const socketAt = async (at: number): Promise<FakeSocket> => {
  await vi.waitUntil(() => FakeSocket.instances.length > at)
  const socket = FakeSocket.instances[at]
  if (socket === undefined) throw new Error('no socket')
  return socket
}

it('starts with a ticket, reports its updates and resolves with its result', async () => {
  tickets = 0
  const { result, onUpdate } = start()
  const socket = await socketAt(0)
  expect(socket.url).toBe('ws://here/socket/generate-pdf?token=ticket-1')
  socket.open()
  socket.receive({ type: 'update', status: { progress: 40, step: 'Creating pages' } })
  socket.receive({ type: 'ping' })
  socket.receive({ type: 'result', data: { url: '/files/x' } })
  socket.closeByServer(3001, 'Done')
  expect(await result).toEqual({ url: '/files/x' })
  expect(onUpdate).toHaveBeenCalledExactlyOnceWith({ progress: 40, step: 'Creating pages' }, undefined)
  expect(socket.sent).toEqual([{ type: 'start', data: { articleId: 'a' } }, { type: 'pong' }])
})

it('continues after a lost connection, and starts again if the server no longer runs it', async () => {
  const { result } = start()
  const first = await socketAt(0)
  first.open()
  first.closeByServer(1006)
  const second = await socketAt(1)
  second.open()
  expect(second.sent).toEqual([{ type: 'reconnect', data: { articleId: 'a' } }])
  second.closeByServer(3000, 'Nothing is running')
  const third = await socketAt(2)
  third.open()
  expect(third.sent).toEqual([{ type: 'start', data: { articleId: 'a' } }])
  third.receive({ type: 'result', data: { url: '/files/y' } })
  expect(await result).toEqual({ url: '/files/y' })
})

it('gives up after some tries', async () => {
  const { result } = start()
  for (let at = 0; at < 6; at += 1) (await socketAt(at)).closeByServer(1006)
  await expect(result).rejects.toThrow(GenerationError)
  expect(FakeSocket.instances).toHaveLength(6)
})

it.each([
  [3002, 'Failed to export PDF', false],
  [3000, 'This is already running', true],
])('ends with the message of the server (%i)', async (code, reason, isWarning) => {
  const { result } = start()
  const socket = await socketAt(0)
  socket.open()
  socket.closeByServer(code, reason)
  await expect(result).rejects.toMatchObject({ message: reason, isWarning })
})

it('sends its cancellation to the server', async () => {
  const { result, cancel } = start()
  const socket = await socketAt(0)
  socket.open()
  cancel()
  await expect(result).rejects.toBe(cancelled)
  expect(socket.sent.at(-1)).toEqual({ type: 'cancel' })
})

it('opens no socket when it is cancelled before it started', async () => {
  const { result, cancel } = start()
  cancel()
  await expect(result).rejects.toBe(cancelled)
  expect(FakeSocket.instances).toHaveLength(0)
})
