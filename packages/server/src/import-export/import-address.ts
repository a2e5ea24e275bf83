/** The URL that receives the bytes of one import file. It is not a session and reads nothing. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const dayMs = 86_400_000

export type ImportAddresses = {
  /** Path and query below the public URL, valid for a day. */
  sign(jobId: string, index: number): string
  isValid(jobId: string, index: number, query: Readonly<Record<string, unknown>>): boolean
}

export function createImportAddresses(secret: string, now: () => number = Date.now): ImportAddresses {
  // The secret signs other things too; their signatures must not be valid here.
  const hmacKey = createHmac('sha256', secret).update('addresses of imports').digest()
  const signatureOf = (...signed: readonly (string | number)[]) =>
    createHmac('sha256', hmacKey).update(JSON.stringify(signed)).digest()

  return {
    sign(jobId, index) {
      const exp = String(Math.floor((now() + dayMs) / 1000))
      const sig = signatureOf(jobId, index, exp).toString('base64url')
      return `/imports/${jobId}/${index}?${new URLSearchParams({ exp, sig })}`
    },
    isValid(jobId, index, { exp, sig }) {
      if (typeof exp !== 'string' || typeof sig !== 'string' || !/^\d{1,12}$/.test(exp)) return false
      const given = Buffer.from(sig, 'base64url')
      const wanted = signatureOf(jobId, index, exp)
      return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(exp) * 1000 > now()
    },
  }
}
