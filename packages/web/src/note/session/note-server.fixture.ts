/**
 * A real Hocuspocus server in memory, behind sockets without a network. It can disconnect and return with its content,
 * and answers checkpoints on demand.
 */
import { Hocuspocus, type Connection, type onStatelessPayload } from '@hocuspocus/server'
import type { NoteClientMessage, NoteServerMessage, RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import * as Y from 'yjs'

type ServerConnection = { receive(data: Uint8Array): void; onClose(code: number): void }

let currentServer: NoteServer | null = null

/** From now on every MemorySocket connects to this server. */
export function startNoteServer(): NoteServer {
  currentServer = new NoteServer()
  return currentServer
}

export class NoteServer {
  isRunning = true
  /** Sockets created by clients, including those without a response. */
  connectionAttempts = 0
  /** Null: no response. */
  authorise: (token: string) => 'ok' | 'readonly' | 'permission-denied' | 'unavailable' = () => 'ok'
  isSendingReceipts = true
  readonly checkpoints: { id: number; connection: Connection }[] = []
  /** The server's text at each acknowledgement of a lock. */
  readonly flushed: string[] = []
  readonly #stored = new Map<string, Uint8Array>()
  readonly #openSockets = new Set<MemorySocket>()
  #hocuspocus = this.#createHocuspocus()

  #createHocuspocus(): Hocuspocus {
    return new Hocuspocus({
      quiet: true,
      onAuthenticate: async ({ token, connectionConfig }) => {
        const verdict = this.authorise(token)
        connectionConfig.readOnly = verdict === 'readonly'
        if (verdict !== 'ok' && verdict !== 'readonly') throw Object.assign(new Error(''), { reason: verdict })
      },
      onLoadDocument: async ({ documentName, document }) => {
        const stored = this.#stored.get(documentName)
        if (stored) Y.applyUpdate(document, stored)
        document.on('update', () => this.#stored.set(documentName, Y.encodeStateAsUpdate(document)))
      },
      onStateless: async (payload) => this.#receive(payload),
    })
  }

  #receive({ connection, payload }: onStatelessPayload): void {
    const message = JSON.parse(payload) as NoteClientMessage
    if (message.type === 'flushed') return void this.flushed.push(this.text(connection.document.name))
    this.checkpoints.push({ id: message.id, connection })
    if (this.isSendingReceipts) this.sendReceipts()
  }

  /** Sends the receipts of all pending checkpoints. */
  sendReceipts(): void {
    for (const { id, connection } of this.checkpoints.splice(0)) {
      connection.sendStateless(JSON.stringify({ type: 'saved', id, at: '2026-11-21T12:00:00.000Z' }))
    }
  }

  broadcast(name: string, message: NoteServerMessage | RoomServerMessage): void {
    this.#hocuspocus.documents.get(name)?.broadcastStateless(JSON.stringify(message))
  }

  connections(name: string): Connection[] {
    return this.#hocuspocus.documents.get(name)?.getConnections() ?? []
  }

  text(name: string): string {
    const document = new Y.Doc()
    const stored = this.#stored.get(name)
    if (stored) Y.applyUpdate(document, stored)
    return document.getXmlFragment('default').toArray().map(String).join('')
  }

  seed(name: string, text: string): void {
    const document = new Y.Doc()
    document.getXmlFragment('default').insert(0, [new Y.XmlText(text)])
    this.#stored.set(name, Y.encodeStateAsUpdate(document))
  }

  get sockets(): number {
    return this.#openSockets.size
  }

  stop(): void {
    this.isRunning = false
    for (const socket of this.#openSockets) socket.disconnect(1006)
    this.checkpoints.length = 0
  }

  restart(): void {
    this.#hocuspocus = this.#createHocuspocus()
    this.isRunning = true
  }

  accept(socket: MemorySocket): ServerConnection | null {
    this.connectionAttempts += 1
    if (!this.isRunning) return null
    this.#openSockets.add(socket)
    const ends = this.#openSockets
    const server = {
      get readyState() {
        return socket.readyState
      },
      send: (data: unknown) => socket.deliver(data as Uint8Array),
      close: (code = 1000) => socket.disconnect(code),
    }
    const client = this.#hocuspocus.handleConnection(server, new Request('http://localhost/'), {})
    return {
      receive: client.handleMessage,
      onClose: (code) => {
        ends.delete(socket)
        client.handleClose({ code, reason: '' })
      },
    }
  }
}

/** Replaces the browser's WebSocket. Messages arrive in order, one turn later. */
export class MemorySocket extends EventTarget {
  readyState = 0
  binaryType = 'arraybuffer'
  #server: ServerConnection | null = null

  constructor(_url: string) {
    super()
    setTimeout(() => {
      if (this.readyState !== 0) return
      this.#server = currentServer?.accept(this) ?? null
      if (!this.#server) return this.disconnect(1006)
      this.readyState = 1
      this.dispatchEvent(new Event('open'))
    })
  }

  send(data: Uint8Array): void {
    const copy = data.slice()
    setTimeout(() => this.#server?.receive(copy))
  }

  close(): void {
    this.disconnect(1000)
  }

  deliver(data: Uint8Array): void {
    const copy = data.slice()
    setTimeout(() => {
      if (this.readyState === 1) this.dispatchEvent(new MessageEvent('message', { data: copy.buffer }))
    })
  }

  disconnect(code: number): void {
    if (this.readyState >= 2) return
    this.readyState = 3
    this.#server?.onClose(code)
    this.#server = null
    setTimeout(() => this.dispatchEvent(Object.assign(new Event('close'), { code, reason: '' })))
  }
}
