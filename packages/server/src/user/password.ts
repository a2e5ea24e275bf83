import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@knowreel/shared/error/app-error.ts'

/** About 100 ms on one core of a small server (`npm run bench` measures it); the work runs outside the event loop. */
const argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 65_536, timeCost: 4, parallelism: 1 } as const

/**
 * A hash takes 64 MiB and one of the four threads that also read files. So two run at once and some wait; whoever comes
 * when that many wait already is asked to come again, instead of a flood of sign-ins taking all memory and threads.
 */
const mostAtOnce = 2
const mostWaiting = 60
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new AppError('too_many_requests', { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The place is handed on, so that nobody who comes later gets it first.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

let decoy: Promise<string> | undefined

/** Takes as long for an account that does not exist, so that time does not tell which addresses have one. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('the password of nobody', cost)
  const compared = passwordHash ?? (await decoy)
  const isRight = await inTurn(() => verify(compared, password))
  return isRight && passwordHash != null
}
