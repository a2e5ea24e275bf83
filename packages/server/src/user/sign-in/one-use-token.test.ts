import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import type { Tables } from '../../platform/database/db.ts'
import { consumeOneUseToken, issueOneUseToken, withOneUseToken } from './one-use-token.ts'
import { createSecondFactor } from '../second-factor/second-factor.ts'
import {
  confirmTwoFactor,
  replaceRecoveryCodes,
  saveUnconfirmedTwoFactor,
} from '../second-factor/two-factor.queries.ts'
import { buildUser } from '../user.builder.ts'

const { db } = await createTestDatabase<Tables>()
const secondFactor = createSecondFactor({ secret: 'a secret for tests only, 32 characters' })
const parts = { db, secondFactor }
const minute = 60_000

async function withTwoFactor() {
  const user = await buildUser(db)
  const { encrypted, secret } = secondFactor.newSecret(user.id, 'a@halden.example')
  await saveUnconfirmedTwoFactor(db, user.id, encrypted)
  await confirmTwoFactor(db, user.id)
  const { codes, hashes } = secondFactor.newRecoveryCodes(user.id)
  await replaceRecoveryCodes(db, user.id, hashes)
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return { user, codes, encrypted, secret, codeAt: (timestamp: number) => totp.generate({ timestamp }) }
}

const issueFor = (userId: string, lifetimeMs = minute) =>
  issueOneUseToken(db, { purpose: 'log-in', userId, payload: { destination: '/drafts' }, lifetimeMs })

test('a token works once, even if used many times concurrently', async () => {
  const { id: userId } = await buildUser(db)
  const token = await issueFor(userId)
  const answers = await Promise.all(Array.from({ length: 20 }, () => consumeOneUseToken(db, 'log-in', token)))
  expect(answers.filter((answer) => answer !== null)).toEqual([
    { userId, sessionId: null, payload: { destination: '/drafts' } },
  ])
})

test('a token is valid for its purpose only, and not after it expires', async () => {
  const { id: userId } = await buildUser(db)
  const token = await issueFor(userId)
  expect(await consumeOneUseToken(db, 'reset-password', token)).toBeNull()
  expect(await consumeOneUseToken(db, 'log-in', token)).not.toBeNull()
  expect(await consumeOneUseToken(db, 'log-in', await issueFor(userId, 0))).toBeNull()
})

test('only a hash of the token is stored', async () => {
  const token = await issueFor((await buildUser(db)).id)
  const { rows } = await sql<{ text: string }>`select t::text from one_use_tokens t`.execute(db)
  expect(rows.map(({ text }) => text).join()).not.toContain(token)
})

test('a token is deleted with its person and with its session', async () => {
  const { id: userId } = await buildUser(db)
  const sessionId = newId()
  await sql`insert into sessions (id, token_hash, user_id, expires_at)
    values (${sessionId}, 'x', ${userId}, now() + interval '1 day')`.execute(db)
  const token = await issueOneUseToken(db, { purpose: 'ticket', userId, sessionId, lifetimeMs: minute })
  await sql`delete from sessions where id = ${sessionId}`.execute(db)
  expect(await consumeOneUseToken(db, 'ticket', token)).toBeNull()
})

test('a missing or wrong code leaves the token usable, and the work is rolled back', async () => {
  const { user, codeAt } = await withTwoFactor()
  const token = await issueFor(user.id)
  const use = (code?: string) => withOneUseToken(parts, { purpose: 'log-in', token, code }, async () => 'in')
  await expect(use()).rejects.toMatchObject({ code: 'two_factor_needed' })
  await expect(use('000000')).rejects.toMatchObject({ code: 'wrong_code' })
  expect(await use(codeAt(Date.now()))).toBe('in')
  await expect(use(codeAt(Date.now()))).rejects.toMatchObject({ code: 'link_used' })
})

test('the fifth wrong code ends the token', async () => {
  const { user, codes } = await withTwoFactor()
  const token = await issueFor(user.id)
  const use = (code: string) => withOneUseToken(parts, { purpose: 'log-in', token, code }, async () => 'in')
  for (let i = 0; i < 5; i++) await expect(use('zzzzz-zzzzz')).rejects.toMatchObject({ code: 'wrong_code' })
  await expect(use(codes[0] ?? '')).rejects.toMatchObject({ code: 'link_used' })
})

test('a failure after the code restores token and code', async () => {
  const { user, codeAt } = await withTwoFactor()
  const token = await issueFor(user.id)
  const code = codeAt(Date.now())
  const use = (work: () => Promise<string>) => withOneUseToken(parts, { purpose: 'log-in', token, code }, work)
  await expect(use(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await use(async () => 'in')).toBe('in')
})

test('a code works one step early or late, once, and no older one after it', async () => {
  const { user, codeAt } = await withTwoFactor()
  const now = Date.now()
  const check = (code: string) => secondFactor.check(db, user.id, code)
  for (const wrong of [codeAt(now - 60_000 - 30_000), codeAt(now + 90_000)])
    await expect(check(wrong)).rejects.toMatchObject({ code: 'wrong_code' })
  await check(codeAt(now))
  for (const old of [codeAt(now), codeAt(now - 30_000)])
    await expect(check(old)).rejects.toMatchObject({ code: 'wrong_code' })
  await check(codeAt(now + 30_000))
})

test('of two concurrent uses of one code, one is refused', async () => {
  const { user, codeAt, codes } = await withTwoFactor()
  for (const code of [codeAt(Date.now()), codes[0] ?? '']) {
    const both = await Promise.allSettled([1, 2].map(() => secondFactor.check(db, user.id, code)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test('each of ten recovery codes works once, in any notation', async () => {
  const { user, codes } = await withTwoFactor()
  expect(new Set(codes)).toHaveLength(10)
  const [first = '', second = ''] = codes
  await secondFactor.check(db, user.id, first.toUpperCase())
  await secondFactor.check(db, user.id, ` ${second.replace('-', ' ')} `)
  await expect(secondFactor.check(db, user.id, first)).rejects.toMatchObject({ code: 'wrong_code' })
})

test('a recovery code of someone else is wrong', async () => {
  const [one, other] = [await withTwoFactor(), await withTwoFactor()]
  await expect(secondFactor.check(db, one.user.id, other.codes[0])).rejects.toMatchObject({ code: 'wrong_code' })
})

test('after ten wrong codes no code is checked for a quarter of an hour', async () => {
  const { user, codes } = await withTwoFactor()
  const check = (code: string) => secondFactor.check(db, user.id, code)
  for (let i = 0; i < 10; i++) await expect(check('zzzzz-zzzzz')).rejects.toMatchObject({ code: 'wrong_code' })
  const refused: unknown = await check(codes[0] ?? '').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'too_many_requests' })
  expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(14 * 60)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * minute })
  onTestFinished(() => void vi.useRealTimers())
  await check(codes[0] ?? '')
})

test('the secret cannot be read from the database, nor with another installation secret, nor for another person', async () => {
  const { user, encrypted, secret, codeAt } = await withTwoFactor()
  const other = await withTwoFactor()
  const stored = await sql<{ secret: Buffer }>`select secret from two_factors where user_id = ${user.id}`.execute(db)
  expect(stored.rows[0]?.secret.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false)
  const code = codeAt(Date.now())
  const elsewhere = createSecondFactor({ secret: 'another secret for tests, 32 characters' })
  await expect(elsewhere.consumeAppCode(db, user.id, encrypted, code)).rejects.toThrow()
  await expect(secondFactor.consumeAppCode(db, other.user.id, encrypted, code)).rejects.toThrow()
})
