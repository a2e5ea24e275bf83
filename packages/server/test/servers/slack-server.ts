/** Speaks Slack's API over HTTP: OAuth, messages, link cards, webhooks. It can misbehave. */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SlackSettings } from '../../src/platform/config/slack.ts'

type Fields = Readonly<Record<string, unknown>>

/** `drop` closes the connection before the request is handled, `lose` after it. */
type Misbehaviour = 'drop' | 'lose' | { status: number; retryAfter?: number } | { error: string }

type Grant = {
  team: { id: string; name: string } | null
  enterprise?: { id: string; name: string }
  token: string
  channel: { id: string; name: string; isPrivate: boolean; isArchived: boolean }
}

type SlackRequest = { readonly method: string; readonly token: string | null; readonly fields: Fields }

export type SlackServer = Awaited<ReturnType<typeof startSlackServer>>

export async function startSlackServer() {
  const codes = new Map<string, { grant: Grant; redirectUri: string }>()
  const grants: Grant[] = []
  const revoked = new Map<string, string>()
  const requests: SlackRequest[] = []
  const messages: { channel: string; text: string; via: 'bot' | 'webhook'; id: unknown }[] = []
  const unfurls: { token: string | null; fields: Fields }[] = []
  const planned = new Map<string, Misbehaviour[]>()

  const grantOf = (token: string | null) => grants.find((grant) => grant.token === token)

  function answer(method: string, token: string | null, fields: Fields): { status: number; body: unknown } {
    const ok = (body: object = {}) => ({ status: 200, body: { ok: true, ...body } })
    const refuse = (error: string) => ({ status: 200, body: { ok: false, error } })
    if (method === 'oauth.v2.access') {
      const given = codes.get(String(fields['code']))
      codes.delete(String(fields['code']))
      if (fields['client_id'] !== settings.clientId || fields['client_secret'] !== settings.clientSecret)
        return refuse('bad_client_secret')
      if (given === undefined) return refuse('invalid_code')
      if (given.redirectUri !== fields['redirect_uri']) return refuse('bad_redirect_uri')
      const { team, enterprise = null, token: access_token, channel } = given.grant
      grants.push(given.grant)
      const url = `${settings.origin}/services/${grants.length - 1}`
      const incoming_webhook = { channel: channel.name, channel_id: channel.id, url, configuration_url: url }
      return ok({ access_token, token_type: 'bot', bot_user_id: 'UBOT', team, enterprise, incoming_webhook })
    }
    const grant = grantOf(token)
    if (grant === undefined) return refuse('invalid_auth')
    const ended = revoked.get(grant.token)
    if (ended !== undefined) return refuse(ended)
    switch (method) {
      case 'auth.revoke':
        revoked.set(grant.token, 'token_revoked')
        return ok({ revoked: true })
      case 'chat.postMessage':
        // Slack does not reveal a private channel that the bot is not in.
        if (grant.channel.isPrivate || fields['channel'] !== grant.channel.id) return refuse('channel_not_found')
        if (grant.channel.isArchived) return refuse('is_archived')
        messages.push({
          channel: grant.channel.name,
          text: String(fields['text']),
          via: 'bot',
          id: fields['client_msg_id'],
        })
        return ok({ ts: '1.1' })
      case 'chat.unfurl':
        unfurls.push({ token, fields })
        return ok()
      default:
        return refuse('unknown_method')
    }
  }

  function receiveByWebhook(grant: Grant | undefined, body: string) {
    if (grant === undefined || revoked.has(grant.token)) return { status: 404, body: 'no_service' }
    if (grant.channel.isArchived) return { status: 410, body: 'channel_is_archived' }
    const { text } = JSON.parse(body) as { text: string }
    messages.push({ channel: grant.channel.name, text, via: 'webhook', id: null })
    return { status: 200, body: 'ok' }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const [, first = '', method = ''] = (request.url ?? '').split('/')
    const fields = readFields(request, body)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
    const name = first === 'services' ? 'webhook' : method
    requests.push({ method: name, token, fields })
    const wrong = planned.get(name)?.shift()
    if (wrong === 'drop') return void request.socket.destroy()
    if (typeof wrong === 'object' && 'status' in wrong) {
      response.writeHead(
        wrong.status,
        wrong.retryAfter === undefined ? {} : { 'retry-after': String(wrong.retryAfter) },
      )
      return void response.end('a proxy says no')
    }
    const right =
      typeof wrong === 'object'
        ? { status: 200, body: { ok: false, error: wrong.error } }
        : first === 'services'
          ? receiveByWebhook(grants[Number(method)], body)
          : answer(method, token, fields)
    if (wrong === 'lose') return void request.socket.destroy()
    response.writeHead(right.status, {
      'content-type': typeof right.body === 'string' ? 'text/plain' : 'application/json',
    })
    response.end(typeof right.body === 'string' ? right.body : JSON.stringify(right.body))
  }

  const http = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const settings: SlackSettings = {
    clientId: '12.34',
    clientSecret: 'the client secret of the double',
    signingSecret: 'the signing secret of the double',
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
  }

  return {
    settings,
    requests,
    messages,
    unfurls,
    /** The person chooses a channel on Slack's page. Returns the URL that Slack redirects to. */
    approve(authorization: string, chosen: Partial<Grant> = {}): string {
      const query = new URL(authorization).searchParams
      const grant: Grant = {
        team: { id: 'T1', name: 'Halden' },
        token: `xoxb-${randomBytes(8).toString('hex')}`,
        channel: aChannel(),
        ...chosen,
      }
      const code = randomBytes(8).toString('hex')
      const redirectUri = query.get('redirect_uri') ?? ''
      codes.set(code, { grant, redirectUri })
      return `${redirectUri}?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`
    },
    revoke: (token: string, error = 'token_revoked') => revoked.set(token, error),
    isRevoked: (token: string) => revoked.has(token),
    /** For the next requests of this method, in this order. */
    misbehave: (method: string, ...how: Misbehaviour[]) => planned.set(method, how),
    close: () => new Promise((resolve) => http.close(resolve)),
  }
}

export const aChannel = (change: Partial<Grant['channel']> = {}): Grant['channel'] => ({
  id: 'C1',
  name: '#support-knowledge',
  isPrivate: false,
  isArchived: false,
  ...change,
})

/** The headers of a message that Slack sends. */
export function signSlackEvent(body: string, secret: string, at = new Date()): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${signature}`,
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

function readFields(request: IncomingMessage, body: string): Fields {
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('application/json')) return JSON.parse(body) as Fields
  return Object.fromEntries(new URLSearchParams(body))
}
