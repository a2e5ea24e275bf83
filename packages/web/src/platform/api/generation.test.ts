import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cancelled, GenerationError, startGeneration } from './generation.ts'

/** The browser's end of a socket; the test is the server. */
class Socket extends EventTarget {
  static all: Socket[] = []
  static readonly OPEN = 1
  readyState = 0
  readonly sent: { type: string; data?: unknown }[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string })
  }
  close(): void {
    this.readyState = 3
  }
  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  end(code: number, reason = ''): void {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }))
  }
}

beforeEach(() => {
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
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
      retryMs: 1,
      getTicket: async () => `ticket-${(tickets += 1)}`,
    },
  )
  return { ...generation, onUpdate }
}
const socketAt = async (at: number): Promise<Socket> => {
  await vi.waitUntil(() => Socket.all.length > at)
  const socket = Socket.all[at]
  if (socket === undefined) throw new Error('no socket')
  return socket
}

it('is started with a ticket, told of, and gives its result', async () => {
  tickets = 0
  const { result, onUpdate } = start()
  const socket = await socketAt(0)
  expect(socket.url).toBe('ws://here/socket/generate-pdf?token=ticket-1')
  socket.open()
  socket.say({ type: 'update', status: { progress: 40, step: 'Setting pages' } })
  socket.say({ type: 'ping' })
  socket.say({ type: 'result', data: { url: '/files/x' } })
  socket.end(3001, 'Done')
  expect(await result).toEqual({ url: '/files/x' })
  expect(onUpdate).toHaveBeenCalledExactlyOnceWith({ progress: 40, step: 'Setting pages' })
  expect(socket.sent).toEqual([{ type: 'start', data: { articleId: 'a' } }, { type: 'pong' }])
})

it('goes on after a lost connection, and begins again where the server knows nothing of it', async () => {
  const { result } = start()
  const first = await socketAt(0)
  first.open()
  first.end(1006)
  const second = await socketAt(1)
  second.open()
  expect(second.sent).toEqual([{ type: 'reconnect', data: { articleId: 'a' } }])
  second.end(3000, 'Nothing is running')
  const third = await socketAt(2)
  third.open()
  expect(third.sent).toEqual([{ type: 'start', data: { articleId: 'a' } }])
  third.say({ type: 'result', data: { url: '/files/y' } })
  expect(await result).toEqual({ url: '/files/y' })
})

it('gives up after some tries', async () => {
  const { result } = start()
  for (let at = 0; at < 6; at += 1) (await socketAt(at)).end(1006)
  await expect(result).rejects.toThrow(GenerationError)
  expect(Socket.all).toHaveLength(6)
})

it.each([
  [3002, 'Failed to export PDF', false],
  [3000, 'This is already running', true],
])('ends with the words of the server (%i)', async (code, reason, isWarning) => {
  const { result } = start()
  const socket = await socketAt(0)
  socket.open()
  socket.end(code, reason)
  await expect(result).rejects.toMatchObject({ message: reason, isWarning })
})

it('is cancelled by a word to the server', async () => {
  const { result, cancel } = start()
  const socket = await socketAt(0)
  socket.open()
  cancel()
  await expect(result).rejects.toBe(cancelled)
  expect(socket.sent.at(-1)).toEqual({ type: 'cancel' })
})

it('that is cancelled before it began opens no socket', async () => {
  const { result, cancel } = start()
  cancel()
  await expect(result).rejects.toBe(cancelled)
  expect(Socket.all).toHaveLength(0)
})
