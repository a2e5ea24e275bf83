import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Calls that the table does not have; each with a decision in docs/decisions. */
const additions = new Set([
  'GET /health',
  'POST /user/email',
  'GET /user/first-steps',
  'POST /user/logout',
  'GET /login/providers',
  'GET /user/sessions',
  'DELETE /user/sessions',
  'DELETE /user/sessions/{}',
  'POST /user/ticket',
  'POST /user/extension/ticket',
  'POST /user/extension/session',
  'GET /user/api-keys',
  'POST /user/api-keys',
  'DELETE /user/api-keys/{}',
  'GET /user/two-factor',
  'POST /user/two-factor',
  'DELETE /user/two-factor',
  'POST /user/two-factor/confirm',
  'POST /user/two-factor/recovery-codes',
  'POST /video-upload/retry/{}',
  'POST /article/{}/videos',
  'GET /article/previews',
  'GET /article/{}/backlinks',
  'POST /article/{}/restore',
  'GET /workspace/{}/trash',
  'POST /draft/{}/append',
  'POST /workspace/{}/export',
  'POST /article/{}/export',
  'POST /workspace/{}/import',
  'GET /transfer-job',
  'GET /transfer-job/{}',
  'DELETE /transfer-job/{}',
  'GET /shared/links',
  'PATCH /shared/article/{}/entity',
  'POST /browse/shared/{}/unlock',
  'GET /browse/shared/{}/check',
  'GET /notifications/follows',
  'GET /notifications/settings',
  'POST /notifications/settings',
  'POST /notifications/unsubscribe',
  'GET /article/{}/follow',
  'POST /article/{}/follow',
  'GET /workspace/{}/follow',
  'POST /workspace/{}/follow',
  'GET /oembed',
  'POST /error-report',
  'GET /article/{}/transcription/words',
  'POST /article/{}/transcription/words',
  'POST /article/{}/transcription/speaker',
  'GET /article/{}/captions',
  'POST /article/{}/captions',
  'GET /certificate',
  'GET /company/audit-log',
  'GET /company/audit-log/csv',
  'GET /admin/system-check',
  'POST /admin/system-check',
  'GET /admin/audit-log',
  'GET /admin/audit-log/csv',
  'GET /billing/checkout/{}',
  'GET /billing/seat-cost',
  'POST /billing/subscriptions/resume',
  'GET /admin/company/{}/billing',
  'POST /admin/company/{}/billing/replay',
  'POST /integration/slack/{}/connect',
  'GET /admin/billing/events',
  'POST /admin/billing/replay',
  'POST /admin/billing/refunds/dismiss',
  'GET /article/{}/review',
  'PUT /article/{}/review',
  'POST /article/{}/review/confirm',
  'DELETE /article/{}/review',
  'GET /ai/status',
  'GET /ai/settings',
  'PUT /ai/settings',
  'POST /ai/settings/check',
  'GET /ai/preferences',
  'PUT /ai/preferences',
  'GET /ai/usage',
  'POST /ai/answer/{}/rating',
  'POST /meetings',
  'POST /meetings/{}/again',
  'GET /meetings/calendar',
  'PUT /meetings/calendar',
  'GET /meetings/calendar/events',
  'PUT /meetings/calendar/events/{}',
  'GET /meetings/settings',
  'PUT /meetings/settings',
  'GET /webhook',
  'POST /webhook',
  'GET /webhook/{}',
  'PUT /webhook/{}',
  'DELETE /webhook/{}',
  'GET /webhook/{}/secret',
  'POST /webhook/{}/secret',
  'GET /webhook/{}/deliveries',
  'POST /webhook/{}/deliveries/{}/send',
  'POST /webhook/{}/test',
  'GET /embed/title',
  'GET /template',
  'POST /template',
  'GET /template/{}',
  'PUT /template/{}',
  'DELETE /template/{}',
])

const calls: Call[] = Object.values(catalogue).flatMap((set) => Object.values(set))
/** Names of parameters may differ from the table's, and a trailing slash is ignored. */
const addressOf = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\{\w+\}/g, '{}').replace(/(?<=.)\/$/, '')}`

const table = readFileSync(new URL('../../test/calls.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))

test('the table has 156 calls', () => {
  expect(table).toHaveLength(156)
})

test.each(calls.map((call) => [addressOf(call.method, call.path)]))('%s is in the table of calls', (address) => {
  const known = table.map(([method = '', path = '']) => addressOf(method, path))
  expect([...known, ...additions]).toContain(address)
})

test('no path is declared twice', () => {
  const addresses = calls.map((call) => addressOf(call.method, call.path))
  expect(new Set(addresses).size).toBe(addresses.length)
})

/** Texts that the specification prescribes exactly. */
const givenWords: readonly string[] = [errorCodes.shared_not_found.message]

test('every error has a client or server status and a message', () => {
  for (const { status, message } of Object.values(errorCodes)) {
    expect(status).toBeGreaterThanOrEqual(400)
    if (givenWords.includes(message)) continue
    // A single sentence has no full stop; two sentences have one each.
    expect(message).toMatch(/^[A-Z][^.]*$|^[A-Z][^.]*\. [A-Z].*$/)
  }
})
