/** A receiver on this machine, and a sender whose clock the test sets. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { createGuardedFetch } from '../platform/fetch/index.ts'
import type { TestServer } from '../../test/server.ts'
import { claimDue, sendDelivery } from './delivery/send-deliveries.ts'
import { sealingKey } from './webhook.builder.ts'

type ReceivedMessage = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly path: string }

export type Receiver = {
  readonly host: string
  readonly url: string
  readonly received: ReceivedMessage[]
  /** Default: 204. */
  answer: RequestListener
}

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedMessage[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body, path: request.url ?? '' })
      receiver.answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    host,
    url: `http://${host}/hooks`,
    received,
    answer: (_request, response) => response.writeHead(204).end(),
  }
  return receiver
}

type SenderOptions = { readonly allowedHosts: readonly string[]; readonly timeoutMs?: number }

/** `send` attempts what is due now or at that time, and returns how many that were. */
export function createTestSender({ db, jobs }: Pick<TestServer, 'db' | 'jobs'>, options: SenderOptions) {
  const services = {
    db,
    jobs,
    sealingKey,
    publicAddress: () => 'https://know.example.org',
    fetch: createGuardedFetch(options).fetch,
    timeoutMs: options.timeoutMs ?? 2000,
  }
  return {
    services,
    async send(at?: Date): Promise<number> {
      const timed = at === undefined ? services : { ...services, clock: () => at }
      const claimed = await claimDue(timed, 100)
      await Promise.all(claimed.map((delivery) => sendDelivery(timed, delivery)))
      return claimed.length
    },
  }
}
