import { expect, test, vi } from 'vitest'

// Loads the module again, because test servers in the same worker lower its cost.
vi.resetModules()
const { hashPassword, passwordCost, verifyPassword } = await import('./password.ts')

const hash = await hashPassword('correct horse battery')
await verifyPassword(null, 'the first asks for the decoy')

test('a password hash costs argon2id about 100 ms, with 64 MiB and four passes', async () => {
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=4,p=1\$/)
  const from = performance.now()
  for (let i = 0; i < 5; i++) await verifyPassword(hash, 'wrong')
  const ms = (performance.now() - from) / 5
  // The upper bound has a margin for a busy machine.
  expect(ms).toBeGreaterThan(40)
  expect(ms).toBeLessThan(1000)
})

test('an unknown address, an account without password and a wrong password take the same time', async () => {
  const unknown: number[] = []
  const wrong: number[] = []
  const timed = async (list: number[], passwordHash: string | null) => {
    const from = performance.now()
    await verifyPassword(passwordHash, 'wrong password')
    list.push(performance.now() - from)
  }
  // The fastest, which other load lengthens least.
  const ratio = () => Math.min(...unknown) / Math.min(...wrong)
  const isSame = () => ratio() > 0.7 && ratio() < 1.43
  // Interleaved, so that other load affects both equally.
  for (let i = 0; i < 60 && !(i >= 3 && isSame()); i++) {
    await timed(unknown, null)
    await timed(wrong, hash)
  }
  expect(isSame(), String(ratio())).toBe(true)
})

test('in a flood some wait for their turn, and the rest is asked to try again', async () => {
  Object.assign(passwordCost, { memoryCost: 1024, timeCost: 1 })
  const cheap = await hashPassword('correct horse battery')
  const answers = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword(cheap, 'wrong')))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(18)
  expect(refused[0]?.reason).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 })
  expect(await verifyPassword(cheap, 'correct horse battery')).toBe(true)
})
