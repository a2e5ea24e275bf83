import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@knowreel/shared/error/app-error.ts'

const argon2id = 2
/**
 * About 100 ms on one core of a small server (`npm run bench` measures it), outside the event loop. Tests lower it,
 * because hashing would take most of their time.
 */
export const passwordCost = { algorithm: argon2id, memoryCost: 65_536, timeCost: 4, parallelism: 1 }

/**
 * A hash takes 64 MiB and one of the four threads that also read files. Two run concurrently and some wait; further
 * sign-ins are asked to try again later, so that a flood cannot use all memory and threads.
 */
const maxAtOnce = 2
const maxWaiting = 60
let running = 0
const waiting: (() => void)[] = []

async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxAtOnce) {
    if (waiting.length >= maxWaiting) throw new AppError('too_many_requests', { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The slot is handed over directly, so that no later caller gets it first.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

export const hashPassword = (password: string): Promise<string> => runQueued(() => hash(password, passwordCost))

let decoy: Promise<string> | undefined

/** Takes equally long for an account that does not exist, so that timing does not reveal which addresses have one. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('the password of nobody', passwordCost)
  const compared = passwordHash ?? (await decoy)
  const isRight = await runQueued(() => verify(compared, password))
  return isRight && passwordHash != null
}
