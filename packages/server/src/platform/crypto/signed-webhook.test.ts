import { describe, expect, test } from 'vitest'
import { signWebhook } from '../../../test/paddle/paddle-server.ts'
import { verifyWebhookSignature } from './signed-webhook.ts'

const secret = 'pdl_ntfset_01'
const body = JSON.stringify({ event_id: 'evt_01', data: { name: 'Sørensen' } })
const now = new Date('2026-11-25T10:00:00Z')
const header = signWebhook(body, { secret, at: now })
const isSigned = (given: { header?: string; body?: string; secrets?: string[]; at?: Date }) =>
  verifyWebhookSignature(
    { header: given.header ?? header, body: Buffer.from(given.body ?? body) },
    given.secrets ?? [secret],
    given.at ?? now,
  )

test('a message with its signature is accepted', () => {
  expect(isSigned({})).toBe(true)
})

test('one changed byte, wherever it is, is refused', () => {
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(verifyWebhookSignature({ header, body: changed }, [secret], now)).toBe(false)
  }
  for (let at = header.indexOf('h1=') + 3; at < header.length; at++) {
    const flipped = header[at] === '0' ? '1' : '0'
    expect(isSigned({ header: header.slice(0, at) + flipped + header.slice(at + 1) })).toBe(false)
  }
})

describe('the time', () => {
  test.each([-301, 301, 86_400])('%s s away is refused', (seconds) => {
    expect(isSigned({ at: new Date(now.getTime() + seconds * 1000) })).toBe(false)
  })
  test.each([-299, 0, 299])('%s s away is accepted', (seconds) => {
    expect(isSigned({ at: new Date(now.getTime() + seconds * 1000) })).toBe(true)
  })
  test('cannot be changed without the secret', () => {
    const later = header.replace(/ts=\d+/, `ts=${now.getTime() / 1000 + 600}`)
    expect(isSigned({ header: later, at: new Date(now.getTime() + 600_000) })).toBe(false)
  })
})

test('while the secret is being replaced, either of two signatures and secrets is enough', () => {
  const other = signWebhook(body, { secret: 'other', at: now })
  const both = `${header};${other.split(';')[1]}`
  const swapped = `${other};${header.split(';')[1]}`
  for (const two of [both, swapped]) {
    expect(isSigned({ header: two })).toBe(true)
    expect(isSigned({ header: two, secrets: ['other'] })).toBe(true)
    expect(isSigned({ header: two, secrets: ['neither'] })).toBe(false)
  }
  expect(isSigned({ header: other, secrets: [secret, 'other'] })).toBe(true)
})

test.each([
  '',
  'ts=',
  'h1=00',
  `${header};ts=1`,
  header.replace('h1', 'h2'),
  header.toUpperCase(),
  header.slice(0, -1),
  `ts=1e9;${header.split(';')[1]}`,
])('the header %j is refused', (wrong) => {
  expect(isSigned({ header: wrong })).toBe(false)
})
