import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../platform/api/api-error.ts'
import { setSessionErrorHandlers } from '../platform/api/handle-error.ts'
import { FakeSocket } from '../platform/sockets/web-socket.fixture.ts'
import { createLiveSocket } from './live-socket.ts'

// The URLs of its calls are generated at build time.
vi.mock('../platform/api/api.ts', () => ({ api: {} }))

class FakeDocument extends EventTarget {
  visibilityState = 'visible'
}

let page: EventTarget
let view: FakeDocument
let tickets = 0
const getTicket = vi.fn(async () => `ticket-${(tickets += 1)}`)
const open = () => createLiveSocket({ getTicket, urlFor: (ticket) => `ws://here/${ticket}`, random: () => 1 })
const socketAt = (at: number) => FakeSocket.at(at)
/** Lets promises settle without letting time pass. */
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  view = new FakeDocument()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', view)
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.instances = []
  tickets = 0
  getTicket.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('opens one socket for all listeners and closes it with the last of them', async () => {
  const live = open()
  const endBell = live.listen(null, vi.fn())
  const endArticle = live.listen('a', vi.fn())
  await settle()
  expect(FakeSocket.instances).toHaveLength(1)
  expect(socketAt(0).url).toBe('ws://here/ticket-1')
  socketAt(0).open()
  endBell()
  expect(socketAt(0).isClosed).toBe(false)
  endArticle()
  expect(socketAt(0).isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(FakeSocket.instances).toHaveLength(1)
})

it('notifies each listener only of its own subject', async () => {
  const live = open()
  const [bell, one, other] = [vi.fn(), vi.fn(), vi.fn()]
  live.listen(null, bell)
  live.listen('a', one)
  live.listen('b', other)
  await settle()
  socketAt(0).open()
  for (const listener of [bell, one, other]) listener.mockClear()
  socketAt(0).receive({ type: 'notification' })
  socketAt(0).receive({ type: 'comments', articleId: 'a' })
  socketAt(0).receive({ type: 'reactions', articleId: 'b' })
  socketAt(0).receive('nonsense')
  socketAt(0).receive('null')
  socketAt(0).receive({ type: 'something new' })
  expect(bell.mock.calls).toEqual([['notification']])
  expect(one.mock.calls).toEqual([['comments']])
  expect(other.mock.calls).toEqual([['reactions']])
})

it('watches an article once, however many listen, and again on every new connection', async () => {
  const live = open()
  live.listen(null, vi.fn())
  await settle()
  socketAt(0).open()
  const ends = [live.listen('a', vi.fn()), live.listen('a', vi.fn())]
  expect(socketAt(0).sent).toEqual([{ type: 'watch', articleId: 'a' }])
  ends[0]?.()
  expect(socketAt(0).sent).toHaveLength(1)
  socketAt(0).closeByServer()
  await vi.advanceTimersByTimeAsync(1000)
  socketAt(1).open()
  expect(socketAt(1).sent).toEqual([{ type: 'watch', articleId: 'a' }])
  ends[1]?.()
  expect(socketAt(1).sent).toEqual([
    { type: 'watch', articleId: 'a' },
    { type: 'unwatch', articleId: 'a' },
  ])
})

it('counts every new connection and every new watch as an update, since something may have been missed', async () => {
  const live = open()
  const [bell, article] = [vi.fn(), vi.fn()]
  live.listen(null, bell)
  live.listen('a', article)
  await settle()
  for (const [at, times] of [1, 2].entries()) {
    socketAt(at).open()
    expect(bell).toHaveBeenCalledTimes(times)
    expect(article).toHaveBeenCalledTimes(2 * at)
    socketAt(at).receive({ type: 'watching', articleId: 'a', hash: null })
    expect(article.mock.calls.slice(-2)).toEqual([['comments'], ['reactions']])
    socketAt(at).closeByServer()
    await vi.advanceTimersByTimeAsync(1000)
  }
})

it('reconnects with a new ticket, later after each failure, and soon again after a message', async () => {
  const live = open()
  live.listen(null, vi.fn())
  await settle()
  const waits = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]
  for (const [at, wait] of waits.entries()) {
    socketAt(at).closeByServer()
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(FakeSocket.instances).toHaveLength(at + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(FakeSocket.instances).toHaveLength(at + 2)
  }
  const last = socketAt(waits.length)
  expect(last.url).toBe(`ws://here/ticket-${waits.length + 1}`)
  last.open()
  last.receive({ type: 'ping' })
  expect(last.sent).toEqual([{ type: 'pong' }])
  last.closeByServer()
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.instances).toHaveLength(waits.length + 2)
})

it('gives up a silent connection', async () => {
  const live = open()
  live.listen(null, vi.fn())
  await settle()
  socketAt(0).open()
  await vi.advanceTimersByTimeAsync(89_999)
  expect(socketAt(0).isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(socketAt(0).isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.instances).toHaveLength(2)
})

it('notifies every listener every 20 s while there is no connection', async () => {
  getTicket.mockRejectedValue(new Error('no network'))
  const live = open()
  const [bell, article] = [vi.fn(), vi.fn()]
  const end = live.listen(null, bell)
  live.listen('a', article)
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

it('logs out as soon as a ticket is refused with 401, and requests no other', async () => {
  const logOut = vi.fn()
  setSessionErrorHandlers({
    logOut,
    goTo: vi.fn(),
    recheck: vi.fn(),
    hasOtherCompany: () => false,
    notify: vi.fn(),
    report: vi.fn(),
  })
  getTicket.mockRejectedValueOnce(new ApiError({ message: 'Please sign in', status: 401 }))
  const live = open()
  const end = live.listen(null, vi.fn())
  await settle()
  expect(logOut).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(getTicket).toHaveBeenCalledTimes(1)
  expect(logOut).toHaveBeenCalledOnce()
  end()
  live.listen(null, vi.fn())
  await settle()
  expect(FakeSocket.instances).toHaveLength(1)
})

it('reports what happened on a hidden page once when it becomes visible', async () => {
  const live = open()
  const bell = vi.fn()
  live.listen(null, bell)
  await settle()
  socketAt(0).open()
  bell.mockClear()
  view.visibilityState = 'hidden'
  for (let times = 0; times < 50; times += 1) socketAt(0).receive({ type: 'notification' })
  expect(bell).not.toHaveBeenCalled()
  view.visibilityState = 'visible'
  view.dispatchEvent(new Event('visibilitychange'))
  expect(bell).toHaveBeenCalledTimes(1)
  view.dispatchEvent(new Event('visibilitychange'))
  expect(bell).toHaveBeenCalledTimes(1)
})

it('connects immediately when the network is back', async () => {
  const live = open()
  live.listen(null, vi.fn())
  await settle()
  for (let at = 0; at < 5; at += 1) {
    socketAt(at).closeByServer()
    await vi.advanceTimersByTimeAsync(1000 * 2 ** at)
  }
  socketAt(5).closeByServer()
  page.dispatchEvent(new Event('online'))
  await settle()
  expect(FakeSocket.instances).toHaveLength(7)
})

it('drops a ticket that arrives after the last listener has left', async () => {
  let give: (ticket: string) => void = () => {}
  getTicket.mockReturnValueOnce(new Promise((resolve) => (give = resolve)))
  const live = open()
  live.listen(null, vi.fn())()
  give('late')
  await settle()
  expect(FakeSocket.instances).toHaveLength(0)
})

it('passes the hash of the published content to the listeners of that article, also while the page is hidden', async () => {
  const live = open()
  const [reader, other] = [vi.fn(), vi.fn()]
  live.listen('a', vi.fn(), { onPublished: reader })
  live.listen('b', vi.fn(), { onPublished: other })
  await settle()
  socketAt(0).open()
  socketAt(0).receive({ type: 'watching', articleId: 'a', hash: 'first' })
  socketAt(0).receive({ type: 'watching', articleId: 'b', hash: null })
  view.visibilityState = 'hidden'
  socketAt(0).receive({ type: 'published', articleId: 'a', hash: 'second' })
  expect(reader.mock.calls).toEqual([['first'], ['second']])
  expect(other).not.toHaveBeenCalled()
})

it('passes whether the article may only be viewed to the listeners of that article, at first and after each change', async () => {
  const live = open()
  const [reader, other] = [vi.fn(), vi.fn()]
  live.listen('a', vi.fn(), { onAccess: reader })
  live.listen('b', vi.fn(), { onAccess: other })
  await settle()
  socketAt(0).open()
  socketAt(0).receive({ type: 'watching', articleId: 'a', hash: null, isViewOnly: false })
  socketAt(0).receive({ type: 'access', articleId: 'a', isViewOnly: true })
  expect(reader.mock.calls).toEqual([[false], [true]])
  expect(other).not.toHaveBeenCalled()
  const later = vi.fn()
  live.listen('a', vi.fn(), { onAccess: later })
  expect(later.mock.calls).toEqual([[true]])
})
