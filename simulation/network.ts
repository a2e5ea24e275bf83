/**
 * A network in memory: real WebSockets of `ws` over streams whose bytes arrive late, and whose connections break. Bytes
 * of one connection arrive in order, as with TCP; those of different connections overtake each other.
 */
import { IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Random } from '../e2e/fuzz/fuzz-random.ts'

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

const NEVER_MS = 2 ** 30

/** One end of a connection. */
class End extends Duplex {
  other: End | null = null
  readonly #delayMs: () => number
  #arrivesAt = 0

  constructor(delayMs: () => number) {
    super()
    this.#delayMs = delayMs
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#later(() => this.other?.push(chunk))
    done()
  }

  override _final(done: () => void): void {
    this.#later(() => this.other?.push(null))
    done()
  }

  override _destroy(_error: Error | null, done: () => void): void {
    const { other } = this
    this.other = null
    if (other) setTimeout(() => other.destroy(), this.#delayMs())
    done()
  }

  /** Never before what was sent earlier. */
  #later(deliver: () => void): void {
    this.#arrivesAt = Math.max(this.#arrivesAt, Date.now() + this.#delayMs())
    setTimeout(() => {
      if (!this.destroyed && this.other?.destroyed === false) deliver()
    }, this.#arrivesAt - Date.now())
  }
}

type Link = { readonly host: string; readonly client: End; readonly server: End; slowMs: number; isDead: boolean }

export class Network {
  /** Null while the server is down. */
  upgrade: Upgrade | null = null
  readonly #random: Random
  readonly #unreachable = new Set<string>()
  #links: Link[] = []

  constructor(random: Random) {
    this.#random = random
  }

  /** Replaces the WebSocket of the browser. The host name of a URL names the page. */
  webSocketClass(): typeof WebSocket {
    const connect = (host: string) => this.#connect(host)
    return class extends WebSocket {
      constructor(url: string) {
        const { host } = new URL(url)
        super(url, { perMessageDeflate: false, createConnection: () => connect(host) })
        this.on('error', () => {})
      }
    } as unknown as typeof WebSocket
  }

  /** The connection ends without a close frame; bytes in transit are lost. */
  cut(host?: string): void {
    for (const link of this.#links.filter((one) => host === undefined || one.host === host)) {
      link.client.destroy()
      link.server.destroy()
    }
    this.#links = this.#links.filter(({ client }) => !client.destroyed)
  }

  /** The connections of a page become slow; 0 heals them. */
  slowDown(host: string, ms: number): void {
    for (const link of this.#links) if (link.host === host) link.slowMs = ms
  }

  /** The connections of a page appear open, but nothing arrives any more. */
  deaden(host: string): void {
    for (const link of this.#links) if (link.host === host) link.isDead = true
  }

  setReachable(host: string, isReachable: boolean): void {
    if (isReachable) this.#unreachable.delete(host)
    else {
      this.#unreachable.add(host)
      this.cut(host)
    }
  }

  heal(): void {
    this.#unreachable.clear()
    for (const link of this.#links) link.slowMs = 0
  }

  #connect(host: string): Duplex {
    const link = { slowMs: 0, isDead: false }
    const delayMs = () => (link.isDead ? NEVER_MS : 1 + this.#random.below(40) + link.slowMs)
    const [client, server] = [new End(delayMs), new End(delayMs)]
    client.other = server
    server.other = client
    for (const end of [client, server]) end.on('error', () => {})
    if (this.#unreachable.has(host) || !this.upgrade) {
      setTimeout(() => client.destroy(), delayMs())
      return client
    }
    this.#links.push(Object.assign(link, { host, client, server }))
    let head = ''
    const read = (bytes: Buffer) => {
      head += bytes.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      server.off('data', read)
      const request = readRequest(head, server)
      if (!this.upgrade?.(request, server, Buffer.alloc(0))) server.destroy()
    }
    server.on('data', read)
    return client
  }
}

/** A client sends nothing after its request until it is upgraded. */
function readRequest(head: string, socket: Duplex): IncomingMessage {
  const [first = '', ...lines] = head.split('\r\n').filter(Boolean)
  const request = new IncomingMessage(socket as never)
  const [method, url] = first.split(' ')
  Object.assign(request, { method, url, httpVersion: '1.1' })
  for (const line of lines) {
    const colon = line.indexOf(': ')
    request.headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 2)
  }
  return request
}
