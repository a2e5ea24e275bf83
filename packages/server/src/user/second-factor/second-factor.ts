/**
 * The second factor: six digits of an authenticator app (TOTP, RFC 6238: SHA-1, 30 s, one step of tolerance either way)
 * or one of ten recovery codes. The secret is encrypted at rest and recovery codes are hashed, both with keys derived
 * from the secret of the installation, so a copied database alone is useless.
 *
 * No code works twice: the time step of the last accepted code is stored, and a recovery code is marked as used. After
 * ten wrong codes of one person within a quarter of an hour, no code is checked until it is over. Only someone with the
 * password, the mailbox or the provider account gets this far, so strangers cannot lock anyone out.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../platform/database/db.ts'
import { deriveKey, seal, unseal } from '../../platform/crypto/sealed-box.ts'
import { createAttemptLimit } from '../../platform/http/attempt-limit.ts'
import { findTwoFactor, consumeRecoveryCode, consumeTimeStep } from './two-factor.queries.ts'

const periodSeconds = 30
const toleranceSteps = 1
const secretBytes = 20
const recoveryCodeCount = 10
const recoveryCodeLength = 10
/** Without letters and digits that are easily confused. */
const recoveryAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'

export type SecondFactor = {
  /**
   * Passes if the second factor is off or the code is right, which consumes it in `trx`. Throws `two_factor_needed`
   * without a code, `wrong_code`, or `too_many_requests`.
   */
  check(trx: Db, userId: string, code: string | undefined): Promise<void>
  /** Whether this is an unused code of the app, which is then consumed. Also works during setup. */
  consumeAppCode(trx: Db, userId: string, encryptedSecret: Buffer, code: string): Promise<boolean>
  newSecret(userId: string, email: string): { encrypted: Buffer; secret: string; address: string }
  newRecoveryCodes(userId: string): { codes: string[]; hashes: Buffer[] }
}

export function createSecondFactor({ secret }: { secret: string }): SecondFactor {
  const cipherKey = deriveKey(secret, 'two-factor secret')
  const codeKey = deriveKey(secret, 'recovery code')
  const wrongCodes = createAttemptLimit({ max: 10, windowMs: 15 * 60_000 })

  const hashCode = (userId: string, code: string): Buffer =>
    createHmac('sha256', codeKey).update(`${userId} ${code}`).digest()

  const consumeAppCode = async (trx: Db, userId: string, encrypted: Buffer, code: string): Promise<boolean> => {
    if (!/^\d{6}$/.test(code)) return false
    const now = Date.now()
    const totp = new TOTP({
      secret: new Secret({ buffer: new Uint8Array(unseal(cipherKey, userId, encrypted)).buffer }),
      ...totpOptions,
    })
    const delta = totp.validate({ token: code, window: toleranceSteps, timestamp: now })
    return delta !== null && consumeTimeStep(trx, userId, Math.floor(now / 1000 / periodSeconds) + delta)
  }

  return {
    consumeAppCode,
    async check(trx, userId, code) {
      const factor = await findTwoFactor(trx, userId)
      if (factor === null || !factor.isConfirmed) return
      if (code === undefined) throw new AppError('two_factor_needed')
      wrongCodes.require(userId)
      const typed = code.toLowerCase().replaceAll(/[\s-]/g, '')
      const isRight =
        (await consumeAppCode(trx, userId, factor.secret, typed)) ||
        (typed.length === recoveryCodeLength && (await consumeRecoveryCode(trx, userId, hashCode(userId, typed))))
      if (isRight) return wrongCodes.succeed(userId)
      wrongCodes.fail(userId)
      throw new AppError('wrong_code', { fields: [{ field: 'code', message: 'Wrong code' }] })
    },
    newSecret(userId, email) {
      const made = new Secret({ size: secretBytes })
      const totp = new TOTP({ secret: made, issuer: 'Knowreel', label: email, ...totpOptions })
      return {
        encrypted: seal(cipherKey, userId, Buffer.from(made.buffer)),
        secret: made.base32,
        address: totp.toString(),
      }
    },
    newRecoveryCodes(userId) {
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
      const hashes = codes.map((code) => hashCode(userId, code))
      return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes }
    },
  }
}

const totpOptions = { algorithm: 'SHA1', digits: 6, period: periodSeconds } as const

const newRecoveryCode = (): string =>
  Array.from({ length: recoveryCodeLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')
