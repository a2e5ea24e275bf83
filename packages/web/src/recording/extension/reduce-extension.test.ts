import type { ChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import { expect, test } from 'vitest'
import { reduceExtension } from './reduce-extension.ts'
import { isRecordingFor, unknownExtension } from './extension-store.ts'

const message = <Type extends ChannelMessage<'plugin'>['type']>(
  type: Type,
  payload: Extract<ChannelMessage<'plugin'>, { type: Type }>['payload'],
  id = '',
) => ({ source: 'plugin', type, id, payload }) as ChannelMessage<'plugin'>

const info = (capabilities: string[], companyId?: string) =>
  message('info', { version: '1', isRecording: false, capabilities, ...(companyId ? { companyId } : {}) })

test('it is connected only in the company of its session, and follows from another one', () => {
  const after = (...parts: Parameters<typeof info>) => reduceExtension(unknownExtension, info(...parts), 'halden')
  expect(after(['tab'])).toMatchObject({ presence: 'present', isConnected: false, isConnectedElsewhere: false })
  expect(after(['tab', 'connected'], 'halden')).toMatchObject({ isConnected: true, isConnectedElsewhere: false })
  expect(after(['tab', 'connected'], 'other')).toMatchObject({ isConnected: false, isConnectedElsewhere: true })
})

test('recordings of another company are ignored', () => {
  const state = { state: 'recording', sessionId: 'one', elapsed: 5, articleId: 'draft' } as const
  const theirs = reduceExtension(unknownExtension, message('state', { ...state, companyId: 'other' }), 'halden')
  const nobodys = reduceExtension(unknownExtension, message('state', state), 'halden')
  expect([theirs, nobodys]).toEqual([unknownExtension, unknownExtension])
  const ours = reduceExtension(unknownExtension, message('state', { ...state, companyId: 'halden' }), 'halden')
  expect([isRecordingFor(ours, 'draft'), isRecordingFor(ours, 'another')]).toEqual([true, false])
})

test('an upload moves from progress over a failure to recorded', () => {
  const companyId = 'halden'
  let state = reduceExtension(
    unknownExtension,
    message('progress', { sessionId: 'one', uploaded: 1, total: 4, companyId }),
    companyId,
  )
  expect(state.uploads).toEqual({ one: { kind: 'progress', sent: 1, total: 4 } })
  const failed = message('error', { code: 'uploadFailed', message: 'Error', canRetry: true, companyId }, 'one')
  state = reduceExtension(state, failed, companyId)
  expect(state.uploads).toEqual({ one: { kind: 'failed', message: 'Error', canRetry: true, isInterrupted: false } })
  const recorded = { sessionId: 'one', acceptId: 'video', articleId: 'draft', duration: 9, companyId }
  state = reduceExtension(state, message('recorded', recorded), companyId)
  expect([state.uploads, state.drafts]).toEqual([{ one: { kind: 'recorded' } }, { one: 'draft' }])
})

test('an interrupted recording is no longer shown as running, also in a page that has just been opened', () => {
  const companyId = 'halden'
  const payload = { code: 'interrupted', message: 'Interrupted', canRetry: true, articleId: 'draft', companyId }
  const interrupted = message('error', payload, 'one')
  const upload = { kind: 'failed', message: 'Interrupted', canRetry: true, isInterrupted: true }
  const running = { state: 'recording', sessionId: 'one', elapsed: 5, articleId: 'draft', companyId } as const
  const before = reduceExtension(unknownExtension, message('state', running), companyId)
  for (const state of [before, unknownExtension]) {
    const after = reduceExtension(state, interrupted, companyId)
    expect(isRecordingFor(after, 'draft')).toBe(false)
    expect([after.uploads, after.drafts]).toEqual([{ one: upload }, { one: 'draft' }])
  }
})

test('a recording that is begun again replaces the one before it', () => {
  const companyId = 'halden'
  const begun = (sessionId: string, articleId?: string) =>
    message('state', { state: 'recording', sessionId, elapsed: 0, companyId, ...(articleId ? { articleId } : {}) })
  const messages = [
    begun('one', 'draft'),
    message('progress', { sessionId: 'one', uploaded: 1, total: 4, companyId, articleId: 'draft' }),
    begun('other', 'another draft'),
    begun('two'),
    begun('two', 'draft'),
  ]
  const state = messages.reduce((before, next) => reduceExtension(before, next, companyId), unknownExtension)
  expect(state.drafts).toEqual({ other: 'another draft', two: 'draft' })
})
