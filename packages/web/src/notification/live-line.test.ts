import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../platform/api/api-error.ts'
import { openLiveLine } from './live-line.ts'

/** The browser's end of a socket; the test is the server. */
class Socket extends EventTarget {
  static all: Socket[] = []
  readonly sent: unknown[] = []
  readonly url: string
  isClosed = false
  constructor(url: string) {
    super()
    this.url = url
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.isClosed = true
  }
  open(): void {
    this.dispatchEvent(new Event('open'))
  }
  say(message: unknown): void {
    this.dispatchEvent(
      new MessageEvent('message', { data: typeof message === 'string' ? message : JSON.stringify(message) }),
    )
  }
  end(): void {
    this.dispatchEvent(new Event('close'))
  }
}

let isHidden = false
let tickets = 0
const getTicket = vi.fn(async () => `ticket-${(tickets += 1)}`)
const openLine = () =>
  openLiveLine({ getTicket, addressOf: (ticket) => `ws://here/${ticket}`, isHidden: () => isHidden, random: () => 1 })

const socketAt = (at: number): Socket => {
  const socket = Socket.all[at]
  if (!socket) throw new Error(`no socket ${at}`)
  return socket
}
/** Lets promises settle without letting time pass. */
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  Socket.all = []
  isHidden = false
  tickets = 0
  getTicket.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('opens one socket for all who listen and closes it with the last of them', async () => {
  const line = openLine()
  const endBell = line.listen(null, vi.fn())
  const endArticle = line.listen('a', vi.fn())
  await settle()
  expect(Socket.all).toHaveLength(1)
  expect(socketAt(0).url).toBe('ws://here/ticket-1')
  endBell()
  expect(socketAt(0).isClosed).toBe(false)
  endArticle()
  expect(socketAt(0).isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(Socket.all).toHaveLength(1)
})

it('tells each listener of its own subject alone', async () => {
  const line = openLine()
  const [bell, one, other] = [vi.fn(), vi.fn(), vi.fn()]
  line.listen(null, bell)
  line.listen('a', one)
  line.listen('b', other)
  await settle()
  socketAt(0).open()
  for (const listener of [bell, one, other]) listener.mockClear()
  socketAt(0).say({ type: 'notification' })
  socketAt(0).say({ type: 'comments', articleId: 'a' })
  socketAt(0).say({ type: 'reactions', articleId: 'b' })
  socketAt(0).say('nonsense')
  socketAt(0).say('null')
  socketAt(0).say({ type: 'something new' })
  expect(bell.mock.calls).toEqual([['notification']])
  expect(one.mock.calls).toEqual([['comments']])
  expect(other.mock.calls).toEqual([['reactions']])
})

it('watches an article once, however many listen, and again on every new connection', async () => {
  const line = openLine()
  line.listen(null, vi.fn())
  await settle()
  socketAt(0).open()
  const ends = [line.listen('a', vi.fn()), line.listen('a', vi.fn())]
  expect(socketAt(0).sent).toEqual([{ type: 'watch', articleId: 'a' }])
  ends[0]?.()
  expect(socketAt(0).sent).toHaveLength(1)
  socketAt(0).end()
  await vi.advanceTimersByTimeAsync(1000)
  socketAt(1).open()
  expect(socketAt(1).sent).toEqual([{ type: 'watch', articleId: 'a' }])
  ends[1]?.()
  expect(socketAt(1).sent).toEqual([
    { type: 'watch', articleId: 'a' },
    { type: 'unwatch', articleId: 'a' },
  ])
})

it('counts every new connection and every new watch as news, since something may have been missed', async () => {
  const line = openLine()
  const [bell, article] = [vi.fn(), vi.fn()]
  line.listen(null, bell)
  line.listen('a', article)
  await settle()
  for (const [at, times] of [1, 2].entries()) {
    socketAt(at).open()
    expect(bell).toHaveBeenCalledTimes(times)
    expect(article).toHaveBeenCalledTimes(2 * at)
    socketAt(at).say({ type: 'watching', articleId: 'a' })
    expect(article.mock.calls.slice(-2)).toEqual([['comments'], ['reactions']])
    socketAt(at).end()
    await vi.advanceTimersByTimeAsync(1000)
  }
})

it('comes back with a new ticket, later after each failure, and soon again once it was heard', async () => {
  const line = openLine()
  line.listen(null, vi.fn())
  await settle()
  const waits = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]
  for (const [at, wait] of waits.entries()) {
    socketAt(at).end()
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(Socket.all).toHaveLength(at + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(Socket.all).toHaveLength(at + 2)
  }
  const last = socketAt(waits.length)
  expect(last.url).toBe(`ws://here/ticket-${waits.length + 1}`)
  last.open()
  last.say({ type: 'ping' })
  expect(last.sent).toEqual([{ type: 'pong' }])
  last.end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(Socket.all).toHaveLength(waits.length + 2)
})

it('gives a silent connection up', async () => {
  const line = openLine()
  line.listen(null, vi.fn())
  await settle()
  socketAt(0).open()
  await vi.advanceTimersByTimeAsync(89_999)
  expect(socketAt(0).isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(socketAt(0).isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(Socket.all).toHaveLength(2)
})

it('has everybody ask every 20 s while there is no socket', async () => {
  getTicket.mockRejectedValue(new Error('no network'))
  const line = openLine()
  const [bell, article] = [vi.fn(), vi.fn()]
  const end = line.listen(null, bell)
  line.listen('a', article)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(bell).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(bell).toHaveBeenCalledTimes(2)
  expect(article).toHaveBeenCalledTimes(4)
  end()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(bell).toHaveBeenCalledTimes(2)
  getTicket.mockImplementation(async () => `ticket-${(tickets += 1)}`)
})

it('asks for no ticket any more once the session is over', async () => {
  getTicket.mockRejectedValueOnce(new ApiError({ message: 'Please sign in', status: 401 }))
  const line = openLine()
  const end = line.listen(null, vi.fn())
  await vi.advanceTimersByTimeAsync(120_000)
  expect(getTicket).toHaveBeenCalledTimes(1)
  end()
  line.listen(null, vi.fn())
  await settle()
  expect(Socket.all).toHaveLength(1)
})

it('keeps what happens on a hidden page until it is looked at, each thing once', async () => {
  const line = openLine()
  const bell = vi.fn()
  line.listen(null, bell)
  await settle()
  socketAt(0).open()
  bell.mockClear()
  isHidden = true
  for (let times = 0; times < 50; times += 1) socketAt(0).say({ type: 'notification' })
  expect(bell).not.toHaveBeenCalled()
  isHidden = false
  line.wake()
  expect(bell).toHaveBeenCalledTimes(1)
  line.wake()
  expect(bell).toHaveBeenCalledTimes(1)
})

it('connects at once when the network is back', async () => {
  const line = openLine()
  line.listen(null, vi.fn())
  await settle()
  for (let at = 0; at < 5; at += 1) {
    socketAt(at).end()
    await vi.advanceTimersByTimeAsync(1000 * 2 ** at)
  }
  socketAt(5).end()
  line.wake()
  await settle()
  expect(Socket.all).toHaveLength(7)
})

it('drops a ticket that arrives after the last listener has left', async () => {
  let give: (ticket: string) => void = () => {}
  getTicket.mockReturnValueOnce(new Promise((resolve) => (give = resolve)))
  const line = openLine()
  line.listen(null, vi.fn())()
  give('late')
  await settle()
  expect(Socket.all).toHaveLength(0)
})
