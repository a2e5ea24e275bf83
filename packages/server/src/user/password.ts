import { hash, verify } from '@node-rs/argon2'

/** About 100 ms on one core of a small server; the work runs outside the event loop. */
const argon2id = 2
const cost = { algorithm: argon2id, memoryCost: 65_536, timeCost: 4, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined

/** Takes as long for an account that does not exist, so that time does not tell which addresses have one. */
export async function isPasswordOf(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('the password of nobody')
  const isRight = await verify(passwordHash ?? (await decoy), password)
  return isRight && passwordHash != null
}
