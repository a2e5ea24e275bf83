/** Every event in every state of a reconnecting socket, with a clock, a browser and a server that the test controls. */
import { closeCodes, type CloseCode } from '@knowreel/shared/socket/session-socket.ts'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { reactionTo, type SocketKind } from './close-policy.ts'
import { openReconnectingSocket, type ReconnectingSocket, type SocketClose } from './reconnecting-socket.ts'
import { FakeSocket } from './web-socket.fixture.ts'

class FakeDocument extends EventTarget {
  visibilityState = 'visible'
}

let page: EventTarget
let view: FakeDocument

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  view = new FakeDocument()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', view)
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.instances = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type World = {
  readonly socket: ReconnectingSocket
  readonly messages: unknown[]
  readonly disconnects: SocketClose[]
  readonly ends: unknown[]
  /** The outcome of the following attempts. */
  address: 'known' | 'unknown' | 'forbidden'
  attempts: number
}

const settle = () => vi.advanceTimersByTimeAsync(0)

async function start(address: World['address'] = 'known', kind: SocketKind = 'stream'): Promise<World> {
  const world: World = {
    socket: openReconnectingSocket({
      kind: () => kind,
      format: 'json',
      getUrl: async () => {
        world.attempts += 1
        if (world.address !== 'known') throw new Error(world.address)
        return `ws://here/${world.attempts}`
      },
      isRetryable: (error) => (error as Error).message !== 'forbidden',
      onConnected: () => {},
      onMessage: (message) => world.messages.push(message),
      onDisconnected: (close) => world.disconnects.push(close),
      onEnded: (end) => world.ends.push(end),
      maxFailures: 3,
      random: () => 1,
    }),
    messages: [],
    disconnects: [],
    ends: [],
    address,
    attempts: 0,
  }
  await settle()
  return world
}

const latest = () => FakeSocket.at(FakeSocket.instances.length - 1)

const states = {
  connecting: () => start(),
  connected: async () => {
    const world = await start()
    latest().open()
    return world
  },
  waiting: async () => {
    const world = await start()
    latest().closeByServer()
    return world
  },
  offline: async () => {
    const world = await start()
    page.dispatchEvent(new Event('offline'))
    return world
  },
  ended: async () => {
    const world = await start()
    world.socket.close()
    return world
  },
}
type State = keyof typeof states

const events = {
  'the connection opens': () => latest().open(),
  'a message arrives': () => latest().receive({ type: 'update' }),
  'a ping arrives': () => latest().receive({ type: 'ping' }),
  'something unreadable arrives': () => latest().receive('{"type":'),
  'the connection is lost': () => latest().closeByServer(closeCodes.lost),
  'the server wants to be left in peace': () => latest().closeByServer(closeCodes.tryLater),
  'the server ends it': () => latest().closeByServer(closeCodes.error, 'No'),
  'nothing arrives for 90 s': async () => void (await vi.advanceTimersByTimeAsync(90_000)),
  'a second passes': async () => void (await vi.advanceTimersByTimeAsync(1000)),
  'the browser goes offline': () => void page.dispatchEvent(new Event('offline')),
  'the browser comes online': () => void page.dispatchEvent(new Event('online')),
  'the page comes into view': () => void view.dispatchEvent(new Event('visibilitychange')),
  'the page is hidden': () => {
    view.visibilityState = 'hidden'
    view.dispatchEvent(new Event('visibilitychange'))
  },
  'the owner sends': ({ socket }) => socket.send({ type: 'cancel' }),
  'the owner reconnects': ({ socket }) => socket.reconnect(),
  'the owner reconnects later': ({ socket }) => socket.reconnectLater(),
  'the owner closes': ({ socket }) => socket.close(),
} satisfies Record<string, (world: World) => void | Promise<void>>
type EventName = keyof typeof events

type Outcome = {
  /** When another attempt is made. */
  connects?: 'now' | 'after 1 s' | 'after 2 s'
  isConnected?: true
  disconnected?: number
  ended?: number
  messages?: 1
  sent?: unknown[]
}
const nothing: Outcome = {}
const remains: Outcome = { isConnected: true }

const table: Record<EventName, Record<State, Outcome>> = {
  'the connection opens': {
    connecting: { isConnected: true },
    connected: remains,
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'a message arrives': {
    connecting: { messages: 1 },
    connected: { ...remains, messages: 1 },
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'a ping arrives': {
    connecting: nothing,
    connected: { ...remains, sent: [{ type: 'pong' }] },
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'something unreadable arrives': {
    connecting: nothing,
    connected: remains,
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'the connection is lost': {
    connecting: { disconnected: 1006, connects: 'after 1 s' },
    connected: { disconnected: 1006, connects: 'after 1 s' },
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'the server wants to be left in peace': {
    connecting: { disconnected: 1013, connects: 'after 2 s' },
    connected: { disconnected: 1013, connects: 'after 2 s' },
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'the server ends it': {
    connecting: { ended: 3002 },
    connected: { ended: 3002 },
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'nothing arrives for 90 s': {
    connecting: { disconnected: 4408, connects: 'after 1 s' },
    connected: { disconnected: 4408, connects: 'after 1 s' },
    // The attempt after the wait has one second less.
    waiting: { connects: 'now' },
    offline: nothing,
    ended: nothing,
  },
  'a second passes': {
    connecting: nothing,
    connected: remains,
    waiting: { connects: 'now' },
    offline: nothing,
    ended: nothing,
  },
  'the browser goes offline': {
    connecting: { disconnected: 1006 },
    connected: { disconnected: 1006 },
    waiting: nothing,
    offline: nothing,
    ended: nothing,
  },
  'the browser comes online': {
    connecting: nothing,
    connected: remains,
    waiting: { connects: 'now' },
    offline: { connects: 'now' },
    ended: nothing,
  },
  'the page comes into view': {
    connecting: nothing,
    connected: remains,
    waiting: { connects: 'now' },
    offline: { connects: 'now' },
    ended: nothing,
  },
  'the page is hidden': {
    connecting: nothing,
    connected: remains,
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'the owner sends': {
    connecting: nothing,
    connected: { ...remains, sent: [{ type: 'cancel' }] },
    waiting: { connects: 'after 1 s' },
    offline: nothing,
    ended: nothing,
  },
  'the owner reconnects': {
    connecting: { disconnected: 4408, connects: 'now' },
    connected: { disconnected: 4408, connects: 'now' },
    waiting: { connects: 'now' },
    offline: nothing,
    ended: nothing,
  },
  'the owner reconnects later': {
    connecting: { disconnected: 1013, connects: 'after 2 s' },
    connected: { disconnected: 1013, connects: 'after 2 s' },
    waiting: { connects: 'after 2 s' },
    offline: nothing,
    ended: nothing,
  },
  'the owner closes': {
    connecting: nothing,
    connected: nothing,
    waiting: nothing,
    offline: nothing,
    ended: nothing,
  },
}

/** When the next attempt is made; null for never. */
async function nextAttempt(before: number): Promise<Outcome['connects'] | null> {
  await settle()
  if (FakeSocket.instances.length > before) return 'now'
  await vi.advanceTimersByTimeAsync(1000)
  if (FakeSocket.instances.length > before) return 'after 1 s'
  await vi.advanceTimersByTimeAsync(1000)
  if (FakeSocket.instances.length > before) return 'after 2 s'
  await vi.advanceTimersByTimeAsync(80_000)
  return FakeSocket.instances.length > before ? 'after 1 s' : null
}

describe.each(Object.keys(states) as State[])('a reconnecting socket that is %s', (state) => {
  test.each(Object.keys(events) as EventName[])('%s', async (event) => {
    const world = await states[state]()
    const { socket, messages, disconnects, ends } = world
    const before = { sockets: FakeSocket.instances.length, disconnects: disconnects.length }
    const last = latest()
    await events[event](world)
    const outcome: Outcome = {}
    if (socket.isConnected) outcome.isConnected = true
    const connects = await nextAttempt(before.sockets)
    if (connects !== null) outcome.connects = connects
    const disconnect = disconnects[before.disconnects]
    if (disconnect) outcome.disconnected = disconnect.code
    const [end] = ends as { close: SocketClose }[]
    if (end) outcome.ended = end.close.code
    if (messages.length > 0) outcome.messages = 1
    if (last.sent.length > 0) outcome.sent = last.sent
    expect(outcome).toEqual(table[event][state])
    socket.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a URL that cannot be obtained', () => {
  it('is requested again after a wait', async () => {
    const world = await start('unknown')
    expect(world.disconnects.map(({ code }) => code)).toEqual([1006])
    world.address = 'known'
    await vi.advanceTimersByTimeAsync(1000)
    expect(FakeSocket.instances.map(({ url }) => url)).toEqual(['ws://here/2'])
  })

  it('ends the socket when no other attempt can succeed', async () => {
    const world = await start('forbidden')
    expect(world.ends).toEqual([{ error: new Error('forbidden') }])
    await vi.advanceTimersByTimeAsync(120_000)
    expect(world.attempts).toBe(1)
  })

  it('that arrives after the socket was closed opens nothing', async () => {
    const address = Promise.withResolvers<string>()
    const socket = openReconnectingSocket({
      kind: () => 'live',
      format: 'json',
      getUrl: () => address.promise,
      onConnected: () => {},
      onMessage: () => {},
    })
    await settle()
    socket.close()
    address.resolve('ws://late')
    await settle()
    expect(FakeSocket.instances).toEqual([])
  })
})

describe('waits', () => {
  it('grow with each failure until there are too many', async () => {
    const world = await start()
    for (const wait of [1000, 2000, 4000]) {
      const before = FakeSocket.instances.length
      latest().open()
      latest().closeByServer()
      await vi.advanceTimersByTimeAsync(wait - 1)
      expect(FakeSocket.instances).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(FakeSocket.instances).toHaveLength(before + 1)
    }
    latest().closeByServer()
    expect(world.ends).toEqual([{ close: { code: 1006, reason: '' } }])
  })

  it('start over with a message, but not with a connection alone', async () => {
    const world = await start()
    for (let connections = 0; connections < 10; connections += 1) {
      latest().open()
      latest().receive({ type: 'update' })
      latest().closeByServer()
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(FakeSocket.instances).toHaveLength(11)
    expect(world.ends).toEqual([])
  })
})

it('ignores events of an abandoned connection', async () => {
  const world = await start()
  const first = latest()
  first.open()
  world.socket.reconnect()
  await settle()
  first.receive({ type: 'update' })
  first.closeByServer()
  expect([world.messages, world.disconnects.length, FakeSocket.instances.length]).toEqual([[], 1, 2])
})

it('is closed only once it is open, because browsers log a warning about anything earlier', async () => {
  const { socket } = await start()
  socket.close()
  expect(latest().isClosed).toBe(false)
  latest().open()
  expect(latest().isClosed).toBe(true)
})

it('stays closed whatever the browser reports', async () => {
  const { socket } = await start()
  socket.close()
  for (const type of ['offline', 'online']) page.dispatchEvent(new Event(type))
  view.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(FakeSocket.instances).toHaveLength(1)
})

test.each<[SocketKind, CloseCode[], CloseCode[]]>([
  ['live', [], [1002, 1009, 1011, 1013]],
  ['stream', [1002, 1009, 3000, 3001, 3002], [1011, 1013]],
  ['resumed stream', [1002, 1009, 3001, 3002], [1011, 1013]],
  ['note', [], [1002, 1009, 1011, 1013]],
])('the close codes that end a %s socket, and those after which it waits', (kind, ending, later) => {
  const codes = Object.values(closeCodes)
  expect(codes.filter((code) => reactionTo(kind, code) === 'end').toSorted((a, b) => a - b)).toEqual(ending)
  expect(codes.filter((code) => reactionTo(kind, code) === 'reconnect-later').toSorted((a, b) => a - b)).toEqual(later)
  expect(reactionTo(kind, 4999)).toBe('reconnect')
})
