/** Attendee (https://attendee.dev), hosted or self-hosted: its API, version 1. */
import type { FailureCode } from '@knowreel/shared/meeting/meeting-failures.ts'
import * as z from 'zod'
import type { MeetingProvider, ProvidedView } from './meeting-provider.ts'

export type ProviderSettings = {
  /** Without the path of the API. */
  readonly url: string
  readonly key: string
}

const timeoutMs = 15_000

const bot = z.object({
  id: z.string(),
  state: z.string(),
  events: z.array(z.object({ type: z.string(), sub_type: z.string().nullish() })).default([]),
})
const messages = z.object({
  results: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String), text: z.string() })),
})
const participants = z.object({ results: z.array(z.object({ id: z.string(), name: z.string().nullish() })) })
const recording = z.object({ url: z.url() })

export function createAttendee({ url, key }: ProviderSettings, request: typeof fetch = fetch): MeetingProvider {
  const call = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await request(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status >= 400 && response.status !== 404)
      throw new Error(`The provider answered ${method} with ${response.status}`)
    return response
  }
  const read = async <Shape extends z.ZodType>(shape: Shape, path: string): Promise<z.output<Shape>> => {
    const response = await call('GET', path)
    if (!response.ok) throw new Error('The provider does not know this bot')
    return shape.parse(await response.json())
  }
  const of = (botId: string) => `/bots/${encodeURIComponent(botId)}`
  return {
    async send({ key: deduplicationKey, url: meetingUrl, name, announcement }) {
      const response = await call('POST', '/bots', {
        meeting_url: meetingUrl,
        bot_name: name,
        bot_chat_message: { to: 'everyone', message: announcement },
        deduplication_key: deduplicationKey,
      })
      return bot.parse(await response.json()).id
    },
    look: async (botId) => viewOf(await read(bot, of(botId))),
    messages: async (botId) =>
      (await read(messages, `${of(botId)}/chat_messages`)).results.map((message) => ({ ...message, isOwn: false })),
    say: async (botId, message) =>
      void (await call('POST', `${of(botId)}/send_chat_message`, { to: 'everyone', message })),
    leave: async (botId) => void (await call('POST', `${of(botId)}/leave`)),
    participants: async (botId) =>
      (await read(participants, `${of(botId)}/participants`)).results.map(({ id, name }) => ({ id, name: name ?? '' })),
    async recordingUrl(botId) {
      const response = await call('GET', `${of(botId)}/recording`)
      return response.ok ? recording.parse(await response.json()).url : null
    },
    forget: async (botId) => void (await call('POST', `${of(botId)}/delete_data`)),
  }
}

const inCall: ReadonlySet<string> = new Set([
  'joined_not_recording',
  'joined_recording_paused',
  'joined_recording_permission_denied',
  'joining_breakout_room',
  'leaving_breakout_room',
])

const refusals: Readonly<Record<string, FailureCode>> = {
  request_to_join_denied: 'entry_refused',
  waiting_room_timeout_exceeded: 'lobby_timeout',
  meeting_not_found: 'meeting_not_found',
  login_required: 'sign_in_required',
  bot_login_attempt_failed: 'sign_in_required',
  blocked_by_platform_captcha: 'blocked',
}

function viewOf({ state, events }: z.output<typeof bot>): ProvidedView {
  if (state === 'waiting_room') return { kind: 'lobby' }
  if (state === 'joined_recording') return { kind: 'recording' }
  if (inCall.has(state)) return { kind: 'inCall' }
  const refusal = events.findLast(({ type }) => type === 'could_not_join_meeting')
  if (refusal !== undefined) {
    const report = refusal.sub_type ?? ''
    if (report === 'meeting_not_started_waiting_for_host')
      return { kind: 'over', end: { type: 'nobodyCame', failure: { code: 'not_started', facts: {} } } }
    const code = refusals[report]
    const failure = code === undefined ? { code: 'provider_failed' as const, facts: { report } } : { code, facts: {} }
    return { kind: 'over', end: { type: code === undefined ? 'broke' : 'refused', failure } }
  }
  if (state === 'fatal_error') {
    const report = events.at(-1)?.sub_type ?? 'fatal_error'
    return { kind: 'over', end: { type: 'broke', failure: { code: 'provider_failed', facts: { report } } } }
  }
  const isOver = state === 'leaving' || state === 'post_processing' || state === 'ended' || state === 'data_deleted'
  return isOver ? { kind: 'over', end: { type: 'ended' } } : { kind: 'joining' }
}
