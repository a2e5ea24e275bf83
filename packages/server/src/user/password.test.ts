import { expect, test } from 'vitest'
import { hashPassword, isPasswordOf } from './password.ts'

const hash = await hashPassword('correct horse battery')
await isPasswordOf(null, 'the first asks for the decoy')

test('a password costs argon2id about 100 ms, with 64 MiB and four passes', async () => {
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/)
  const from = performance.now()
  for (let i = 0; i < 5; i++) await isPasswordOf(hash, 'wrong')
  const ms = (performance.now() - from) / 5
  // The upper bound leaves room for a machine that does much else.
  expect(ms).toBeGreaterThan(40)
  expect(ms).toBeLessThan(1000)
})

test('an unknown address, an account without password and a wrong password take the same time', async () => {
  const unknown: number[] = []
  const wrong: number[] = []
  const timed = async (list: number[], passwordHash: string | null) => {
    const from = performance.now()
    await isPasswordOf(passwordHash, 'wrong password')
    list.push(performance.now() - from)
  }
  // In turns, so that what else the machine does falls on both alike.
  for (let i = 0; i < 15; i++) {
    await timed(unknown, null)
    await timed(wrong, hash)
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[7] ?? 0
  const ratio = median(unknown) / median(wrong)
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.43)
})

test('of a flood some wait their turn, and the rest is asked to come again', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 80 }, () => isPasswordOf(hash, 'wrong')))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(18)
  expect(refused[0]?.reason).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 })
  expect(await isPasswordOf(hash, 'correct horse battery')).toBe(true)
}, 60_000)
