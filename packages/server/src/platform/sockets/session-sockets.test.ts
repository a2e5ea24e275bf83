/** Every event in every state of a session socket, with a clock and a peer that the test moves. */
import { closeCodes } from '@knowreel/shared/socket/session-socket.ts'
import { describe, expect, test, vi } from 'vitest'
import { controlClock, type World, open, settle, ready } from './session-sockets.fixture.ts'

controlClock()

const states = {
  'ticket unchecked': async () => open('ticket'),
  'token awaited': async () => open('token'),
  'ready by ticket': () => ready('ticket'),
  'ready by token': () => ready('token'),
  closing: async () => {
    const world = await ready('ticket')
    world.socket.close(closeCodes.success, 'Done')
    return world
  },
  closed: async () => {
    const world = await ready('ticket')
    world.peer.end()
    return world
  },
}
type State = keyof typeof states

const events = {
  'the ticket or token is accepted': ({ accept }) => accept(),
  'the ticket is refused': ({ reject }) => reject(),
  'a message arrives': ({ peer }) => peer.message({ word: 'hello' }),
  'a ping arrives': ({ peer }) => peer.message({ type: 'ping' }),
  'a pong arrives': ({ peer }) => void peer.emit('pong'),
  'something unreadable arrives': ({ peer }) => peer.message('{"word":'),
  'more messages arrive than may wait': ({ peer }) => {
    for (const text of ['1', '2', '3', '4']) peer.message({ word: text })
  },
  'a message cannot be handled': ({ peer }) => peer.message({ word: 'conflict' }),
  '11 s pass': async () => void (await vi.advanceTimersByTimeAsync(11_000)),
  '26 s pass': async () => void (await vi.advanceTimersByTimeAsync(26_000)),
  'a minute passes in silence': async () => void (await vi.advanceTimersByTimeAsync(66_000)),
  'a minute passes with pongs': async ({ peer }) => {
    for (let pongs = 0; pongs < 4; pongs += 1) {
      await vi.advanceTimersByTimeAsync(20_000)
      peer.emit('pong')
    }
  },
  'the session has ended': async (world) => {
    world.access = 'session lost'
    await world.sockets.recheckNow()
  },
  'the right is lost': async (world) => {
    world.access = 'right lost'
    await world.sockets.recheckNow()
  },
  'access cannot be checked': async (world) => {
    world.access = 'unknown'
    await world.sockets.recheckNow()
  },
  'the server sends': ({ socket }) => socket.send('update'),
  'the server sends to a peer that does not read': ({ peer, socket }) => {
    peer.bufferedAmount = 101
    socket.send('update')
  },
  'the peer closes': ({ peer }) => peer.end(),
  'the peer closes what it has just sent to': ({ peer }) => {
    peer.message({ word: 'last words' })
    peer.readyState = 2
  },
  'the server stops and the peer answers': async ({ sockets, peer }) => {
    const stopped = sockets.close()
    if (peer.readyState !== 3) peer.end()
    await stopped
  },
  'the server stops and the peer does not answer': async ({ sockets }) => {
    const stopped = sockets.close()
    await vi.advanceTimersByTimeAsync(1000)
    await stopped
  },
} satisfies Record<string, (world: World) => void | Promise<void>>
type EventName = keyof typeof events

type Outcome = {
  state: 'authenticating' | 'ready' | 'closing' | 'closed'
  /** The close frame that is sent. */
  close?: string
  sent?: string[]
  handled?: string[]
  pinged?: true
  cutOff?: true
  /** The handler is notified of the end, with this code. */
  ended?: number
}

const waits: Outcome = { state: 'authenticating' }
const stays: Outcome = { state: 'ready' }
const isClosing: Outcome = { state: 'closing' }
const isClosed: Outcome = { state: 'closed' }
const closes = (close: string): Outcome => ({ state: 'closing', close, ended: Number(close.slice(0, 4)) })
const ends = (ended: number, outcome: Partial<Outcome> = {}): Outcome => ({ state: 'closed', ended, ...outcome })

const unreadable = 'The request could not be read'
const table: Record<EventName, Record<State, Outcome>> = {
  'the ticket or token is accepted': {
    'ticket unchecked': stays,
    'token awaited': stays,
    'ready by ticket': stays,
    'ready by token': stays,
    closing: isClosing,
    closed: isClosed,
  },
  'the ticket is refused': {
    'ticket unchecked': closes('3002 Please sign in'),
    'token awaited': waits,
    'ready by ticket': stays,
    'ready by token': stays,
    closing: isClosing,
    closed: isClosed,
  },
  'a message arrives': {
    'ticket unchecked': waits,
    'token awaited': { ...waits, handled: ['hello'] },
    'ready by ticket': { ...stays, handled: ['hello'] },
    'ready by token': { ...stays, handled: ['hello'] },
    closing: isClosing,
    closed: isClosed,
  },
  'a ping arrives': {
    'ticket unchecked': waits,
    'token awaited': closes(`1013 ${unreadable}`),
    'ready by ticket': { ...stays, sent: ['{"type":"pong"}'] },
    // It has no pings in its messages.
    'ready by token': closes(`1013 ${unreadable}`),
    closing: isClosing,
    closed: isClosed,
  },
  'a pong arrives': {
    'ticket unchecked': waits,
    'token awaited': waits,
    'ready by ticket': stays,
    'ready by token': stays,
    closing: isClosing,
    closed: isClosed,
  },
  'something unreadable arrives': {
    'ticket unchecked': closes(`3002 ${unreadable}`),
    'token awaited': closes(`1013 ${unreadable}`),
    'ready by ticket': closes(`3002 ${unreadable}`),
    'ready by token': closes(`1013 ${unreadable}`),
    closing: isClosing,
    closed: isClosed,
  },
  'more messages arrive than may wait': {
    'ticket unchecked': closes(`3002 ${unreadable}`),
    'token awaited': closes(`1013 ${unreadable}`),
    'ready by ticket': closes(`3002 ${unreadable}`),
    'ready by token': closes(`1013 ${unreadable}`),
    closing: isClosing,
    closed: isClosed,
  },
  'a message cannot be handled': {
    'ticket unchecked': waits,
    'token awaited': closes('1013 This is already running'),
    'ready by ticket': closes('3000 This is already running'),
    'ready by token': closes('1013 This is already running'),
    closing: isClosing,
    closed: isClosed,
  },
  '11 s pass': {
    'ticket unchecked': waits,
    'token awaited': closes('4408 Not signed in'),
    'ready by ticket': stays,
    'ready by token': stays,
    closing: isClosing,
    closed: isClosed,
  },
  '26 s pass': {
    'ticket unchecked': { ...waits, pinged: true },
    'token awaited': closes('4408 Not signed in'),
    'ready by ticket': { ...stays, pinged: true },
    'ready by token': { ...stays, pinged: true },
    closing: isClosing,
    closed: isClosed,
  },
  'a minute passes in silence': {
    'ticket unchecked': { ...closes('4408 The connection was silent'), pinged: true },
    'token awaited': closes('4408 Not signed in'),
    'ready by ticket': { ...closes('4408 The connection was silent'), pinged: true },
    'ready by token': { ...closes('4408 The connection was silent'), pinged: true },
    closing: isClosing,
    closed: isClosed,
  },
  'a minute passes with pongs': {
    'ticket unchecked': { ...waits, pinged: true },
    'token awaited': closes('4408 Not signed in'),
    'ready by ticket': { ...stays, pinged: true },
    'ready by token': { ...stays, pinged: true },
    closing: isClosing,
    closed: isClosed,
  },
  'the session has ended': {
    'ticket unchecked': waits,
    'token awaited': waits,
    'ready by ticket': closes('3002 Please sign in'),
    // Each document on it has its own session.
    'ready by token': stays,
    closing: isClosing,
    closed: isClosed,
  },
  'the right is lost': {
    'ticket unchecked': waits,
    'token awaited': waits,
    'ready by ticket': closes('3002 You are not allowed to do this'),
    'ready by token': closes('1013 You are not allowed to do this'),
    closing: isClosing,
    closed: isClosed,
  },
  'access cannot be checked': {
    'ticket unchecked': waits,
    'token awaited': waits,
    'ready by ticket': stays,
    'ready by token': stays,
    closing: isClosing,
    closed: isClosed,
  },
  'the server sends': {
    'ticket unchecked': { ...waits, sent: ['update'] },
    'token awaited': { ...waits, sent: ['update'] },
    'ready by ticket': { ...stays, sent: ['update'] },
    'ready by token': { ...stays, sent: ['update'] },
    closing: isClosing,
    closed: isClosed,
  },
  'the server sends to a peer that does not read': {
    'ticket unchecked': ends(1006, { cutOff: true }),
    'token awaited': ends(1006, { cutOff: true }),
    'ready by ticket': ends(1006, { cutOff: true }),
    'ready by token': ends(1006, { cutOff: true }),
    closing: isClosing,
    closed: isClosed,
  },
  'the peer closes': {
    'ticket unchecked': ends(1001),
    'token awaited': ends(1001),
    'ready by ticket': ends(1001),
    'ready by token': ends(1001),
    closing: isClosed,
    closed: isClosed,
  },
  'the peer closes what it has just sent to': {
    'ticket unchecked': waits,
    'token awaited': { ...waits, handled: ['last words'] },
    'ready by ticket': { ...stays, handled: ['last words'] },
    'ready by token': { ...stays, handled: ['last words'] },
    closing: isClosing,
    closed: isClosed,
  },
  'the server stops and the peer answers': {
    'ticket unchecked': ends(1012, { close: '1012 The server restarts' }),
    'token awaited': ends(1012, { close: '1012 The server restarts' }),
    'ready by ticket': ends(1012, { close: '1012 The server restarts' }),
    'ready by token': ends(1012, { close: '1012 The server restarts' }),
    closing: isClosed,
    closed: isClosed,
  },
  'the server stops and the peer does not answer': {
    'ticket unchecked': ends(1012, { close: '1012 The server restarts', cutOff: true }),
    'token awaited': ends(1012, { close: '1012 The server restarts', cutOff: true }),
    'ready by ticket': ends(1012, { close: '1012 The server restarts', cutOff: true }),
    'ready by token': ends(1012, { close: '1012 The server restarts', cutOff: true }),
    closing: { ...isClosed, cutOff: true },
    closed: isClosed,
  },
}

describe.each(Object.keys(states) as State[])('a socket that is %s', (state) => {
  test.each(Object.keys(events) as EventName[])('%s', async (event) => {
    const world = await states[state]()
    const { peer, socket, handled, closes: ended } = world
    // Whatever brought it into this state is not an outcome of the event.
    const before = { close: peer.closedWith, ended: ended.length }
    await events[event](world)
    await settle()
    const outcome: Outcome = { state: socket.state }
    if (peer.closedWith !== before.close) outcome.close = peer.closedWith ?? ''
    if (peer.sent.length > 0) outcome.sent = peer.sent
    if (handled.length > 0) outcome.handled = handled
    if (peer.pings > 0) outcome.pinged = true
    if (peer.isCutOff) outcome.cutOff = true
    if (ended.length > before.ended) outcome.ended = ended[before.ended] ?? 0
    expect(outcome).toEqual(table[event][state])
    expect(ended.length).toBeLessThanOrEqual(1)
    await stop(world)
  })
})

async function stop({ sockets }: World): Promise<void> {
  const stopped = sockets.close()
  await vi.advanceTimersByTimeAsync(1000)
  await stopped
}
