import { expect, test } from 'vitest'
import { parseChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import { stateMessages } from './channel.ts'
import { idleHost, type HostState, type UploadView } from './messages.ts'

const origin = 'https://know.example.org'
const upload: UploadView = {
  id: 'one',
  title: 'Meters',
  origin,
  companyId: 'halden',
  articleId: 'draft',
  shortId: 'k3abcdefgh',
  insertAt: null,
  startedAt: 5,
  elapsed: 7000,
  isUnfinished: false,
  isLive: false,
  phase: 'uploading',
  sent: 1,
  total: 4,
  acceptId: null,
  message: null,
  canRetry: false,
}
const messagesOf = (state: Partial<HostState>, to = origin) => stateMessages({ ...idleHost, ...state }, to)

test('pages receive what is recorded and sent for them, and nothing of other installations', () => {
  const recording = { phase: 'recording', origin, companyId: 'halden', recordingId: 'one', elapsed: 9 } as const
  const uploads = [upload, { ...upload, id: 'other', origin: 'https://other.example.org' }]
  const messages = messagesOf({ ...recording, uploads })
  expect(messages.map(({ type, payload }) => [type, 'sessionId' in payload ? payload.sessionId : null])).toEqual([
    ['state', 'one'],
    ['progress', 'one'],
  ])
  expect(messagesOf({ ...recording, uploads: [] }, 'https://other.example.org')).toEqual([])
  for (const message of messages) expect(parseChannelMessage(message, ['plugin'])).toEqual(message)
})

test('what was interrupted or failed names its draft, and can be tried again', () => {
  const payload = { companyId: 'halden', articleId: 'draft' }
  expect(messagesOf({ uploads: [{ ...upload, isUnfinished: true, phase: 'idle' }] })).toMatchObject([
    { type: 'error', id: 'one', payload: { ...payload, code: 'interrupted', canRetry: true } },
  ])
  expect(messagesOf({ uploads: [{ ...upload, phase: 'failed', message: 'Error', canRetry: true }] })).toMatchObject([
    { type: 'error', id: 'one', payload: { ...payload, code: 'uploadFailed', message: 'Error', canRetry: true } },
  ])
  expect(messagesOf({ uploads: [{ ...upload, acceptId: 'video' }] })).toMatchObject([
    { type: 'recorded', payload: { acceptId: 'video', articleId: 'draft', duration: 7000 } },
  ])
  expect(messagesOf({ uploads: [{ ...upload, acceptId: 'video', insertAt: 900 }] })).toMatchObject([
    { type: 'recorded', payload: { insertAt: 900 } },
  ])
})
