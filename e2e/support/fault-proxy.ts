/** A faulty connection: forwards requests to the server, but drops some of them or cuts them short. */
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

type Fault = 'none' | 'drop' | 'lose the answer' | 'stall' | 502 | 413

export type FaultProxy = {
  readonly url: string
  /** Bytes of upload parts received from senders. */
  receivedBytes(): number
  /** How often each fault was injected. */
  readonly faults: Map<Fault, number>
  /** Closes every open connection. */
  closeConnections(): void
  close(): Promise<void>
}

type Options = {
  /** From 0 to 1. */
  readonly random: () => number
  /** Maximum bytes of a part before it is cut. */
  readonly maxPartBytes: number
  /** Per part. */
  readonly bytesPerSecond?: number
  readonly chooseFault: (random: () => number, request: IncomingMessage) => Fault
}

export async function openFaultProxy(
  target: string,
  { random, maxPartBytes, bytesPerSecond = Infinity, chooseFault }: Options,
): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const faults = new Map<Fault, number>()
  const sockets = new Set<Socket>()
  let received = 0

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const fault = chooseFault(random, request)
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
    if (typeof fault === 'number') {
      response.writeHead(fault, { connection: 'close' }).end('<html>')
      return
    }
    const limit = fault === 'drop' || fault === 'stall' ? Math.floor(random() * maxPartBytes) : Infinity
    const { method, url, headers } = request
    const onward = httpRequest({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      if (fault === 'lose the answer') return request.socket.destroy()
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    const end = () => {
      onward.destroy()
      request.socket.destroy()
    }
    onward.on('error', () => request.socket.destroy())
    request.on('error', end)
    response.on('close', () => onward.destroy())
    let passed = 0
    request.on('data', (chunk: Buffer) => {
      if (method === 'PUT') received += chunk.length
      passed += chunk.length
      if (fault === 'stall' && passed > limit) return void request.pause()
      const isFull = !onward.write(chunk)
      const waitMs = (chunk.length / bytesPerSecond) * 1000
      if (isFull || waitMs > 0) {
        request.pause()
        void Promise.all([delay(waitMs), isFull && once(onward, 'drain')]).then(
          () => request.resume(),
          () => undefined,
        )
      }
      // Waits until the bytes are sent, so that they count as received.
      if (fault === 'drop' && passed > limit) onward.write('', end)
    })
    request.on('end', () => onward.end())
  }

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer(pass)
  server.requestTimeout = 0
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receivedBytes: () => received,
    faults,
    closeConnections: cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
