/** Session sockets with a clock and a peer that the test moves. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { closeCodes } from '@knowreel/shared/socket/session-socket.ts'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, vi } from 'vitest'
import type { WebSocket } from 'ws'
import * as z from 'zod'
import { jsonFormat, type SessionSocket, type SocketFormat } from './session-socket.ts'
import { openSessionSockets, type SessionSockets } from './session-sockets.ts'

const word = z.object({ word: z.string() })
type Word = z.infer<typeof word>

/** Like the collaboration socket: pings of WebSocket itself and its own close codes. */
const tokenFormat: SocketFormat<Word> = {
  read: (data, isBinary) => {
    const message = jsonFormat(word).read(data, isBinary)
    return typeof message === 'string' ? null : message
  },
  pings: null,
  codeOf: () => closeCodes.tryLater,
}

/** The server's end of a connection; the test is the peer. */
export class Peer extends EventEmitter {
  readyState = 1
  bufferedAmount = 0
  readonly sent: string[] = []
  pings = 0
  closedWith: string | null = null
  isCutOff = false
  send(data: string): void {
    if (data === '{"type":"ping"}') this.pings += 1
    else this.sent.push(data)
  }
  ping(): void {
    this.pings += 1
  }
  close(code: number, reason: string): void {
    this.closedWith = `${code} ${reason}`
    this.readyState = 2
  }
  terminate(): void {
    this.isCutOff = true
    this.end(1006)
  }
  end(code = 1001): void {
    this.readyState = 3
    this.emit('close', code, Buffer.from(''))
  }
  message(message: unknown): void {
    this.emit('message', Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), false)
  }
}

export type World = {
  readonly peer: Peer
  readonly socket: SessionSocket<string, Word>
  readonly sockets: SessionSockets<unknown>
  readonly handled: string[]
  readonly closes: number[]
  readonly accept: () => void
  readonly reject: () => void
  /** The result of the access check. */
  access: 'kept' | 'session lost' | 'right lost' | 'unknown'
}

export function open(by: 'ticket' | 'token'): World {
  const peer = new Peer()
  const entering = Promise.withResolvers<string>()
  // With a token nothing awaits it.
  entering.promise.catch(() => {})
  const handled: string[] = []
  const closes: number[] = []
  let socket: SessionSocket<string, Word> | undefined
  const sockets = openSessionSockets<string, Word, { onMessage(message: Word): void }>({
    name: 'words',
    log: { error: () => {} },
    isServed: () => true,
    format: by === 'ticket' ? jsonFormat(word) : tokenFormat,
    limits: { maxMessageBytes: 1000, maxBufferedBytes: 100, maxWaitingMessages: 3, maxSockets: 1 },
    authentication:
      by === 'token'
        ? { tokenDeadlineMs: 10_000 }
        : {
            enter: () => entering.promise,
            refresh: async (asked) => {
              if (world.access === 'unknown') throw new Error('no database')
              const kept = world.access === 'session lost' ? [] : asked
              return new Map(kept.map(({ id }) => [id, 'ines as she is now']))
            },
          },
    connect(connecting) {
      socket = connecting
      return {
        onMessage({ word: text }) {
          if (text === 'conflict') throw new AppError('already_running')
          handled.push(text)
        },
        onClose: ({ code }: { code: number }) => closes.push(code),
      }
    },
    async recheck() {
      if (world.access === 'unknown') throw new Error('no database')
      if (world.access === 'right lost') world.socket.refuse(new AppError('forbidden'))
    },
  })
  sockets.accept(
    peer as unknown as WebSocket,
    { cork: () => {}, uncork: () => {} },
    { path: '/', query: new URLSearchParams() },
  )
  if (socket === undefined) throw new Error('not connected')
  const opened = socket
  const world: World = {
    peer,
    socket: opened,
    sockets,
    handled,
    closes,
    accept: () => (by === 'ticket' ? entering.resolve('ines') : opened.admit('ines')),
    reject: () => entering.reject(new AppError('not_signed_in')),
    access: 'kept',
  }
  return world
}

export const settle = () => vi.advanceTimersByTimeAsync(0)

export async function ready(by: 'ticket' | 'token'): Promise<World> {
  const world = open(by)
  world.accept()
  await settle()
  return world
}

export function controlClock() {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
}
