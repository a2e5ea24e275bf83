/**
 * A small meeting service for tests. Its page has the state and the elements of Jitsi's that the adapter uses, a lobby, a
 * chat, refusals, and people whose picture and sound really travel over WebRTC: each shows a colour and a frame counter and
 * sounds at a frequency of its own. What happens is scripted from here over WebSocket.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

const pageScript = readFileSync(new URL('./room-page.js', import.meta.url), 'utf8')

/** How a room receives who comes. */
export type Reception =
  'open' | 'lobby' | 'waitForHost' | 'password' | 'account' | 'refuse' | 'strange' | 'freeze' | 'entrance'

export type Message = { readonly from: string; readonly text: string; readonly at: number }

export type Room = {
  readonly url: string
  readonly name: string
  /** The people in the call that are no bots. */
  add(person: { readonly name: string; readonly hertz?: number }): void
  remove(name: string): void
  write(from: string, text: string): void
  /** The service's active-speaker signal. Only who speaks is heard. */
  speak(name: string | null): void
  admit(): void
  decline(): void
  kick(): void
  end(): void
  freeze(): void
  /** Messages are lost from now on. */
  muteChat(): void
  /** Written by the bot. */
  readonly messages: readonly Message[]
  /** Names under which visitors have come. */
  readonly visitors: readonly string[]
  /** How many are there now, and at most were at one time. */
  readonly present: number
  readonly maxPresent: number
  /** When the last one left. */
  readonly leftAt: number | null
}

export type MeetingSite = {
  readonly host: string
  open(reception?: Reception): Room
  close(): Promise<void>
}

const pageOf = (reception: Reception): string =>
  reception === 'strange'
    ? '<p>Your browser is not supported</p>'
    : html.replace('<script>', `<script>globalThis.hasEntrance = ${reception === 'entrance'};`)

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Meeting</title>
<style>body { margin: 0; font: 16px sans-serif; background: #222; color: #fff }
#stage { display: flex; flex-wrap: wrap; gap: 8px; padding: 8px } video { width: 400px; height: 300px; background: #000 }</style>
</head><body><div id="stage"></div><div id="entrance" hidden><input id="premeeting-name-input">
<button data-testid="prejoin.joinMeeting">Join meeting</button></div><script>${pageScript}</script></body></html>`

export async function startMeetingSite(): Promise<MeetingSite> {
  const rooms = new Map<string, OpenRoom>()
  const http = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').split(/[?#]/)[0]?.slice(1) ?? '')
    if (!rooms.has(name)) return response.writeHead(404).end('There is no such page')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pageOf(rooms.get(name)?.reception ?? 'open'))
  })
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket, request) => {
    const [, name = '', visitor = ''] = (request.url ?? '').split('/').map(decodeURIComponent)
    rooms.get(name)?.welcome(socket, visitor)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    open(reception = 'open') {
      const name = `Room${rooms.size + 1}`
      const room = new OpenRoom(`http://${host}/${name}`, name, reception)
      rooms.set(name, room)
      return room
    },
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate()
        http.closeAllConnections()
        http.close(() => resolve())
      }),
  }
}

type Command = { readonly do: string } & Readonly<Record<string, unknown>>

class OpenRoom implements Room {
  readonly messages: Message[] = []
  readonly visitors: string[] = []
  maxPresent = 0
  leftAt: number | null = null
  readonly #sockets = new Set<WebSocket>()
  readonly #people: { name: string; hertz?: number }[] = []
  readonly #written: { from: string; text: string; id: string }[] = []
  #speaker: string | null = null
  #isChatMuted = false

  readonly url: string
  readonly name: string
  readonly reception: Reception

  constructor(url: string, name: string, reception: Reception) {
    this.url = url
    this.name = name
    this.reception = reception
  }

  get present(): number {
    return this.#sockets.size
  }

  welcome(socket: WebSocket, visitor: string): void {
    this.#sockets.add(socket)
    this.visitors.push(visitor)
    this.maxPresent = Math.max(this.maxPresent, this.present)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (this.present === 0) this.leftAt = Date.now()
    })
    socket.on('message', (data) => {
      const { text } = JSON.parse((data as Buffer).toString()) as { text: string }
      this.messages.push({ from: visitor, text, at: Date.now() })
      if (!this.#isChatMuted) this.#deliver(visitor, text, socket)
    })
    socket.send(JSON.stringify({ do: 'receive', reception: this.reception }))
    if (this.reception === 'open' || this.reception === 'entrance') this.#bringIn(socket)
  }

  #bringIn(socket: WebSocket): void {
    const commands: Command[] = [
      ...this.#written.map((message) => ({ do: 'message', ...message, isOwn: false })),
      ...this.#people.map((person) => ({ do: 'add', ...person })),
      { do: 'speak', name: this.#speaker },
      { do: 'admit' },
    ]
    for (const command of commands) socket.send(JSON.stringify(command))
  }

  #deliver(from: string, text: string, own: WebSocket | null): void {
    const message = { from, text, id: `m${this.#written.length}` }
    this.#written.push(message)
    for (const socket of this.#sockets)
      socket.send(JSON.stringify({ do: 'message', ...message, isOwn: socket === own }))
  }

  #broadcast(command: Command): void {
    for (const socket of this.#sockets) socket.send(JSON.stringify(command))
  }

  add(person: { name: string; hertz?: number }): void {
    this.#people.push(person)
    this.#broadcast({ do: 'add', ...person })
  }

  remove(name: string): void {
    const index = this.#people.findIndex((person) => person.name === name)
    this.#people.splice(index, 1)
    this.#broadcast({ do: 'remove', name })
  }

  write(from: string, text: string): void {
    this.#deliver(from, text, null)
  }

  speak(name: string | null): void {
    this.#speaker = name
    this.#broadcast({ do: 'speak', name })
  }

  admit(): void {
    for (const socket of this.#sockets) this.#bringIn(socket)
  }

  decline(): void {
    this.#broadcast({ do: 'decline' })
  }

  kick(): void {
    this.#broadcast({ do: 'kick' })
  }

  end(): void {
    this.#broadcast({ do: 'end' })
  }

  freeze(): void {
    this.#broadcast({ do: 'freeze' })
  }

  muteChat(): void {
    this.#isChatMuted = true
  }
}
