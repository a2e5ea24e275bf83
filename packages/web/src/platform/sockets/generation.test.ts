import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket } from './web-socket.fixture.ts'
import { cancelled, GenerationError, startGeneration } from './generation.ts'

beforeEach(() => {
  FakeSocket.instances = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

let tickets = 0
const start = (isResumed = false, onUpdate = vi.fn()) => {
  const generation = startGeneration<{ url: string }>(
    'generate-pdf',
    { articleId: 'a' },
    {
      onUpdate,
      isResumed,
      origin: 'ws://here',
      firstWaitMs: 1,
      getTicket: async () => `ticket-${(tickets += 1)}`,
    },
  )
  return { ...generation, onUpdate }
}
const data = { articleId: 'a' }
const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const idOf = (socket: FakeSocket) => (socket.sent[0] as { id: string }).id
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
  expect(socket.sent).toEqual([{ type: 'start', id: expect.any(String) as string, data }, { type: 'pong' }])
})

it('continues after a lost connection, and starts again if the server no longer runs it', async () => {
  const { result } = start()
  const first = await socketAt(0)
  first.open()
  first.closeByServer(1006)
  const second = await socketAt(1)
  second.open()
  expect(second.sent).toEqual([{ type: 'reconnect', id: idOf(first), data }])
  second.closeByServer(3000, 'Nothing is running')
  const third = await socketAt(2)
  third.open()
  expect(third.sent).toEqual([{ type: 'start', id: idOf(first), data }])
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

it('does not start again when the server may have forgotten its end', async () => {
  const { result } = start()
  const first = await socketAt(0)
  first.open()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
  first.closeByServer(1006)
  const second = await socketAt(1)
  second.open()
  second.closeByServer(3000, 'Nothing is running')
  await expect(result).rejects.toMatchObject({ message: 'Nothing is running', isWarning: true })
})

it('continues after the server has closed its silent connection', async () => {
  const { result } = start()
  const first = await socketAt(0)
  first.open()
  first.closeByServer(4408, 'The connection was silent')
  const second = await socketAt(1)
  second.open()
  expect(second.sent).toEqual([{ type: 'reconnect', id: idOf(first), data }])
  second.receive({ type: 'result', data: { url: '/files/z' } })
  expect(await result).toEqual({ url: '/files/z' })
})

describe('a cancellation', () => {
  it('is sent to the server, which closes the socket', async () => {
    const { result, cancel, onUpdate } = start()
    const socket = await socketAt(0)
    socket.open()
    cancel()
    await expect(result).rejects.toBe(cancelled)
    expect(socket.sent.at(-1)).toEqual({ type: 'cancel', id: idOf(socket) })
    expect(socket.isClosed).toBe(false)
    socket.receive({ type: 'update', status: { progress: 40 } })
    expect(onUpdate).not.toHaveBeenCalled()
    socket.closeByServer(3001, 'Cancelled')
    await delay(10)
    expect(FakeSocket.instances).toHaveLength(1)
  })

  it.each(['before it', 'after it'])('reaches the server when the connection is lost %s', async (when) => {
    const { result, cancel } = start()
    const first = await socketAt(0)
    first.open()
    if (when === 'after it') cancel()
    first.closeByServer(1006)
    if (when === 'before it') cancel()
    await expect(result).rejects.toBe(cancelled)
    const second = await socketAt(1)
    second.open()
    // Without its id it takes part in nothing, and ends only what this page started.
    expect(second.sent).toEqual([
      { type: 'reconnect', data },
      { type: 'cancel', id: idOf(first) },
    ])
    expect(second.isClosed, 'until the server has read it').toBe(false)
    second.closeByServer(3000, 'Nothing is running')
    await delay(10)
    expect(FakeSocket.instances).toHaveLength(2)
  })

  it('is given up after some tries', async () => {
    const { result, cancel } = start()
    const first = await socketAt(0)
    first.open()
    cancel()
    await expect(result).rejects.toBe(cancelled)
    for (let at = 0; at < 6; at += 1) (await socketAt(at)).closeByServer(1006)
    await delay(50)
    expect(FakeSocket.instances).toHaveLength(6)
  })

  it('of what a colleague started waits for the first connection', async () => {
    const { result, cancel } = start(true)
    cancel()
    await expect(result).rejects.toBe(cancelled)
    const socket = await socketAt(0)
    socket.open()
    const id = idOf(socket)
    expect(socket.sent).toEqual([
      { type: 'reconnect', id, data },
      { type: 'cancel', id },
    ])
  })

  it('before the start opens no socket', async () => {
    const { result, cancel } = start()
    cancel()
    await expect(result).rejects.toBe(cancelled)
    expect(FakeSocket.instances).toHaveLength(0)
  })
})
