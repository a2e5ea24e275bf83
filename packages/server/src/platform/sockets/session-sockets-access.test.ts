import { describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { controlClock, Peer, open, settle, ready } from './session-sockets.fixture.ts'

controlClock()

describe('messages that arrive before the ticket is checked', () => {
  test('are handled in order afterwards', async () => {
    const world = open('ticket')
    for (const text of ['one', 'two', 'three']) world.peer.message({ word: text })
    expect(world.handled).toEqual([])
    world.accept()
    await settle()
    expect(world.handled).toEqual(['one', 'two', 'three'])
  })

  test('are dropped when it is refused', async () => {
    const world = open('ticket')
    world.peer.message({ word: 'one' })
    world.reject()
    await settle()
    expect(world.handled).toEqual([])
  })
})

test('the check of access brings the holder up to date', async () => {
  const world = await ready('ticket')
  expect(world.socket.holder).toBe('ines')
  await vi.advanceTimersByTimeAsync(3000)
  expect(world.socket.holder).toBe('ines as she is now')
})

test('a check that began before access was lost does not count', async () => {
  const world = await ready('ticket')
  const running = world.sockets.recheckNow()
  world.access = 'right lost'
  await Promise.all([running, world.sockets.recheckNow()])
  expect(world.peer.closedWith).toBe('3002 You are not allowed to do this')
})

test('one socket more than allowed is refused before its ticket is used', async () => {
  const { sockets } = await ready('ticket')
  const late = new Peer()
  sockets.accept(
    late as unknown as WebSocket,
    { cork: () => {}, uncork: () => {} },
    { path: '/', query: new URLSearchParams() },
  )
  expect(late.closedWith).toMatch(/^3002 /)
})
