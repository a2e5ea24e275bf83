import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import type { MeetingEvent } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { BotPorts } from '../run-meeting.ts'
import { createAttendee } from './attendee-provider.ts'
import { runProvided } from './run-provided.ts'

type Event = { type: string; sub_type?: string | null }
type Step = { state: string; events?: Event[] }

/** The provider's successive reports; the last one is repeated. */
let steps: Step[]
let chat: string[]
let isDown: boolean
let recording: Buffer | null
const requests: { method: string; path: string; body: unknown }[] = []
const stored = new Map<string, Buffer>()

/** A provider with the API of Attendee, and the storage to which recordings are uploaded. */
const provider = createServer((request, response) => {
  const answer = (status: number, body: unknown = {}) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const serve = async () => {
    const { method = '', url = '' } = request
    if (url.startsWith('/uploads/')) {
      stored.set(url, await buffer(request))
      return answer(200, {})
    }
    if (url === '/recording.mp4') return response.writeHead(200, { 'content-type': 'video/mp4' }).end(recording)
    if (request.headers.authorization !== 'Token k') return answer(401)
    const body: unknown = method === 'POST' ? await json(request).catch(() => null) : null
    requests.push({ method, path: url.replace('/api/v1', ''), body })
    if (isDown) return answer(503)
    if (url === '/api/v1/bots') return answer(201, { id: 'bot_1', state: 'joining', events: [] })
    if (url.endsWith('/chat_messages')) return answer(200, { results: chat.map((text, id) => ({ id, text })) })
    if (url.endsWith('/participants')) return answer(200, { results: [{ id: 'p1', name: 'Ines Lund' }] })
    if (url.endsWith('/recording'))
      return recording === null ? answer(404) : answer(200, { url: `${address}/recording.mp4` })
    if (method === 'POST') return answer(200)
    const step = steps.length > 1 ? steps.shift() : steps[0]
    return answer(200, { id: 'bot_1', events: [], ...step })
  }
  serve().catch(() => response.destroy())
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
const spoolDirectory = await mkdtemp(path.join(tmpdir(), 'knowreel-provider-'))
afterAll(async () => {
  provider.close()
  await rm(spoolDirectory, { recursive: true, force: true })
})

beforeEach(() => {
  steps = []
  chat = []
  isDown = false
  recording = Buffer.from('a recording')
  requests.splice(0)
  stored.clear()
})

async function attend(signal = new AbortController().signal) {
  const reported: Pick<MeetingEvent, 'type' | 'failure'>[] = []
  const names: string[] = []
  let accepted: readonly string[] | null = null
  const ports: BotPorts = {
    spoolDirectory,
    recordingFile: path.join(spoolDirectory, 'm1.2.recording'),
    report: async (event) => {
      reported.push(event)
      return true
    },
    saveLog: async ({ participants }) => void names.push(...participants.map(({ name }) => name)),
    uploadCalls: () => ({
      url: async ({ id }) => ({ id: id ?? 'part', url: `${address}/uploads/${id ?? 'part'}` }),
      accept: async ({ parts }) => {
        accepted = parts
        return { id: 'video' }
      },
      status: async () => ({ status: 'finished', video: null, progress: 100, error: null, steps: [] }),
    }),
    warn: () => undefined,
  }
  const meeting = {
    id: 'm1',
    attempt: 2,
    platform: 'zoom',
    url: 'https://zoom.us/j/1',
    botName: 'Minutes',
    organizer: 'Jonas Weber',
    company: 'Aurelia Grid',
  } as const
  const times = { lookEveryMs: 5, failedAfterMs: 60, recordingWithinMs: 200 }
  await runProvided(createAttendee({ url: address, key: 'k' }), meeting, ports, signal, times)
  return { types: reported.map(({ type }) => type), last: reported.at(-1), accepted, names }
}
const paths = () => requests.map(({ method, path: name }) => `${method} ${name}`)

describe('a bot of a provider', () => {
  test('is sent with its name and announcement, and its recording is stored here and deleted there', async () => {
    steps = ['joining', 'waiting_room', 'joined_not_recording', 'joined_recording', 'post_processing'].map((state) => ({
      state,
    }))
    const { types, accepted, names } = await attend()
    expect(requests[0]?.body).toEqual({
      meeting_url: 'https://zoom.us/j/1',
      bot_name: 'Minutes (records for Jonas Weber)',
      bot_chat_message: { to: 'everyone', message: expect.stringContaining('records this meeting for Jonas Weber') },
      deduplication_key: 'm1-2',
    })
    expect(types).toEqual(['lobby', 'admitted', 'recordingStarted', 'ended'])
    expect(accepted).toEqual(['part'])
    expect(stored.get('/uploads/part')?.toString()).toBe('a recording')
    expect(names).toEqual(['Ines Lund'])
    expect(paths().at(-1)).toBe('POST /bots/bot_1/delete_data')
    expect(await readdir(spoolDirectory)).toEqual([])
  })

  test('leaves when somebody writes “stop recording”', async () => {
    steps = [{ state: 'joined_recording' }]
    chat = ['Hello', 'Stop recording please']
    const { types, accepted } = await attend()
    expect(types).toEqual(['admitted', 'recordingStarted', 'ended'])
    expect(paths()).toContain('POST /bots/bot_1/send_chat_message')
    expect(paths()).toContain('POST /bots/bot_1/leave')
    expect(accepted).toEqual(['part'])
  })

  test.each<[string, string, object]>([
    ['request_to_join_denied', 'refused', { code: 'entry_refused' }],
    ['waiting_room_timeout_exceeded', 'refused', { code: 'lobby_timeout' }],
    ['meeting_not_started_waiting_for_host', 'nobodyCame', { code: 'not_started' }],
    ['login_required', 'refused', { code: 'sign_in_required' }],
    ['zoom_sdk_internal_error', 'broke', { code: 'provider_failed', facts: { report: 'zoom_sdk_internal_error' } }],
  ])('that could not join because of %s', async (reason, type, failure) => {
    steps = [{ state: 'ended', events: [{ type: 'could_not_join_meeting', sub_type: reason }] }]
    const { last, accepted } = await attend()
    expect(last).toMatchObject({ type, failure })
    expect(accepted).toBeNull()
  })

  test('that fails, that nobody can send, and of which nothing is heard', async () => {
    steps = [{ state: 'fatal_error', events: [{ type: 'fatal_error', sub_type: 'heartbeat_timeout' }] }]
    expect((await attend()).last?.failure).toMatchObject({
      code: 'provider_failed',
      facts: { report: 'heartbeat_timeout' },
    })
    isDown = true
    expect((await attend()).types).toEqual(['broke'])
    isDown = false
    steps = [{ state: 'joining' }]
    setTimeout(() => (isDown = true), 30)
    expect((await attend()).last).toMatchObject({ type: 'broke', failure: { code: 'provider_failed' } })
  })

  test('without a recording in time says so', async () => {
    steps = [{ state: 'joined_recording' }, { state: 'ended' }]
    recording = null
    expect((await attend()).last).toMatchObject({ type: 'empty', failure: { code: 'provider_failed' } })
  })

  test('leaves when this process stops', async () => {
    steps = [{ state: 'joined_recording' }]
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), 50)
    expect((await attend(stopping.signal)).types).toEqual(['admitted', 'recordingStarted', 'broke'])
    expect(paths()).toContain('POST /bots/bot_1/leave')
  })
})
