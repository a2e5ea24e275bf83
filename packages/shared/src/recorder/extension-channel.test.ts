import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseChannelMessage, readChannelMessage } from './extension-channel.ts'

const page = {}
const own = { origin: 'https://know.example.org', window: page }
const info = { source: 'frontend', type: 'getInfo', id: '1', payload: {} }
const from = (change: object) => ({ origin: own.origin, source: page, data: info, ...change })

test('only messages of this window and origin, of a known source and type, are read', () => {
  expect(readChannelMessage(from({}), own, ['frontend', 'api'])).toEqual(info)
  for (const wrong of [
    { origin: 'https://know.example.org.evil.example' },
    { origin: 'null' },
    { source: null },
    { source: {} },
    { data: { ...info, source: 'plugin' } },
    { data: { ...info, source: 'api' } },
    { data: { ...info, type: 'erase' } },
    { data: { ...info, type: 'constructor' } },
    { data: { ...info, type: '__proto__' } },
    { data: { ...info, payload: 'text' } },
    { data: { ...info, id: 1 } },
    { data: null },
    { data: [info] },
  ])
    expect(readChannelMessage(from(wrong), own, ['frontend', 'api'])).toBeNull()
  expect(readChannelMessage(from({ origin: 'null' }), { ...own, origin: 'null' }, ['frontend'])).toBeNull()
})

test('fields of a wrong kind are refused, unknown ones dropped', () => {
  const start = (payload: object) =>
    parseChannelMessage({ source: 'frontend', type: 'startRecording', id: '', payload }, ['frontend'])
  expect(start({ mode: 'new', title: 'Modem', command: 'rm' })?.payload).toEqual({ mode: 'new', title: 'Modem' })
  for (const payload of [
    {},
    { mode: 'other' },
    { mode: 'new', title: 7 },
    { mode: 'new', tags: [1] },
    { mode: 'insert', insertAt: -1 },
    { mode: 'insert', insertAt: Infinity },
    { mode: 'new', title: 'x'.repeat(301) },
  ])
    expect(start(payload)).toBeNull()
})

test('whatever is posted, nothing is thrown, and only declared messages pass', () => {
  const anything = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
    fc.record({
      source: fc.oneof(fc.constantFrom('frontend', 'plugin', 'api'), fc.string()),
      type: fc.oneof(
        fc.constantFrom('getInfo', 'session', 'state', 'pause', 'toString', 'hasOwnProperty'),
        fc.string(),
      ),
      id: fc.oneof(fc.string(), fc.anything()),
      payload: fc.anything(),
    }),
  )
  fc.assert(
    fc.property(anything, (data) => {
      const message = parseChannelMessage(data, ['frontend', 'api'])
      if (message === null) return
      expect(['frontend', 'api']).toContain(message.source)
      expect(Object.keys(message).sort()).toEqual(['id', 'payload', 'source', 'type'])
    }),
    { numRuns: 2000 },
  )
})
