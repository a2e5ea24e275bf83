/**
 * Paddle on the loopback interface: its API as far as its library is used here, and signed webhooks. It can be slow,
 * refuse, answer with a page instead of JSON, and deliver its messages late, twice or in another order.
 */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BillingSettings } from '../../src/platform/config/billing.ts'
import { PaddleRefusal, type PaddleEvent } from './paddle-shapes.ts'
import { createPaddleWorld, type PaddleWorld } from './paddle-world.ts'

export const webhookSecret = 'pdl_ntfset_test_secret'

export type PaddleFault =
  | { readonly kind: 'status'; readonly status: 429 | 500 | 503; readonly isHtml?: boolean }
  /** `none`: this request is answered, so that a fault meets a later one. */
  | { readonly kind: 'hang' | 'reset' | 'none' }

export type PaddleServer = {
  readonly url: string
  readonly world: PaddleWorld
  readonly settings: BillingSettings
  /** Used one by one, then the server behaves. */
  readonly faults: PaddleFault[]
  /** Requests that are carried out and whose connection is then reset, as `PATCH /subscriptions/sub_1`; each once. */
  readonly lostAnswers: string[]
  /** Requests, as `GET /prices`. */
  readonly requests: string[]
  delayMs: number
  close(): Promise<void>
}

export async function startPaddleServer({ world = createPaddleWorld(), port = 0 } = {}): Promise<PaddleServer> {
  const http = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => void answer(paddle, request, response, Buffer.concat(pieces).toString()))
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const paddle: PaddleServer = {
    url,
    world,
    settings: {
      apiKey: 'pdl_test_key',
      clientToken: 'test_client_token',
      webhookSecrets: [webhookSecret],
      environment: 'sandbox',
      apiUrl: url,
    },
    faults: [],
    lostAnswers: [],
    requests: [],
    delayMs: 0,
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return paddle
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function answer(
  paddle: PaddleServer,
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
): Promise<void> {
  const url = new URL(request.url ?? '/', paddle.url)
  paddle.requests.push(`${request.method} ${url.pathname}`)
  const fault = paddle.faults.shift()
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'reset') return void request.socket.destroy()
  if (paddle.delayMs > 0) await wait(paddle.delayMs)
  if (fault?.kind === 'status') {
    if (fault.isHtml) {
      response.writeHead(fault.status, { 'content-type': 'text/html' })
      return void response.end('<html>Bad gateway</html>')
    }
    const code = fault.status === 429 ? 'too_many_requests' : 'internal_error'
    response.setHeader('retry-after', '7')
    return send(response, fault.status, { error: { type: 'api_error', code, detail: code } })
  }
  if (request.headers.authorization !== `bearer ${paddle.settings.apiKey}`)
    return send(response, 403, { error: { type: 'request_error', code: 'forbidden', detail: 'forbidden' } })
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text)
    const what = `${request.method} ${url.pathname}`
    const found = route(paddle, what, url.searchParams, body as never)
    const lost = paddle.lostAnswers.indexOf(what)
    if (lost === -1) return send(response, 200, found)
    paddle.lostAnswers.splice(lost, 1)
    request.socket.destroy()
  } catch (error) {
    if (!(error instanceof PaddleRefusal)) throw error
    const { status, code } = error
    send(response, status, { error: { type: 'request_error', code, detail: code, documentation_url: '' } })
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...body, meta: { request_id: 'test', ...(body as { meta?: object }).meta } }))
}

type Body = {
  items?: { price_id: string; quantity: number }[]
  customer_id: string
  custom_data: Record<string, unknown> | null
  email: string
  name: string | null
  effective_from?: 'next_billing_period' | 'immediately'
}

function route({ world, url }: PaddleServer, what: string, query: URLSearchParams, body: Body): object {
  const [, kind = '', id = '', action = ''] = what.split('/')
  const list = (things: Iterable<object>) => page(url, what.split(' ')[1] ?? '', query, [...things])
  if (what === 'GET /prices') return list([...world.prices.values()].filter((price) => price.status === 'active'))
  if (what === 'GET /customers')
    return list([...world.customers.values()].filter(({ email }) => query.get('email')?.split(',').includes(email)))
  if (what === 'POST /customers') return { data: world.createCustomer(body.email, body.name) }
  if (what === 'POST /transactions') return { data: world.createTransaction({ ...body, items: body.items ?? [] }) }
  if (what === 'GET /subscriptions') return list(world.subscriptions.values())
  if (what === 'GET /adjustments') {
    const of = query.get('subscription_id')
    const found = [...world.adjustments.values()].filter((one) => of === null || one.subscription_id === of)
    return list(found.toReversed())
  }
  if (what === 'GET /transactions') {
    const of = query.get('subscription_id')
    const since = query.get('updated_at[GTE]') ?? ''
    return list(
      [...world.transactions.values()].filter(
        (one) => (of === null || one.subscription_id === of) && one.updated_at >= since,
      ),
    )
  }
  if (kind === 'transactions' && action === '') return { data: world.getTransaction(id) }
  if (kind === 'transactions' && action === 'invoice') {
    const { status, ...transaction } = world.getTransaction(id)
    if (status !== 'completed' || transaction['invoice_number'] === null)
      throw new PaddleRefusal(404, 'transaction_invoice_not_found')
    return { data: { url: `https://invoices.example.com/${id}.pdf?expires=3600` } }
  }
  if (kind !== 'subscriptions') throw new PaddleRefusal(404, 'not_found')
  if (action === '' && what.startsWith('GET')) return { data: world.getSubscription(id) }
  if (action === '') return { data: world.update(id, body as never) }
  if (action === 'pause') return { data: world.pause(id, body.effective_from) }
  if (action === 'resume') return { data: world.resume(id) }
  if (action === 'cancel') return { data: world.cancel(id, body.effective_from) }
  if (action === 'update-payment-method-transaction') return { data: world.changePaymentMethod(id) }
  throw new PaddleRefusal(404, 'not_found')
}

function page(url: string, path: string, query: URLSearchParams, all: readonly object[]): object {
  const size = Number(query.get('per_page') ?? 50)
  const from = Number(query.get('after') ?? 0)
  const next = new URLSearchParams(query)
  next.set('after', String(from + size))
  return {
    data: all.slice(from, from + size),
    meta: {
      pagination: {
        per_page: size,
        next: `${url}${path}?${next}`,
        has_more: from + size < all.length,
        estimated_total: all.length,
      },
    },
  }
}

/** The header of a message, as Paddle signs it. */
export function signWebhook(body: string, { secret = webhookSecret, at = new Date() } = {}): string {
  const ts = Math.floor(at.getTime() / 1000)
  return `ts=${ts};h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`
}

/** Delivers one message; returns the status of the answer. */
export async function deliver(
  installationUrl: string,
  event: PaddleEvent,
  signature: (body: string) => string = signWebhook,
): Promise<number> {
  const body = JSON.stringify(event)
  const response = await fetch(`${installationUrl}/api/billing/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'paddle-signature': signature(body) },
    body,
  })
  await response.arrayBuffer()
  return response.status
}
