/**
 * The URL of a part only permits writing bytes to it: it is not a session, reads nothing, and only the person who
 * requested it can accept the part. Every request checks that this person is still a member of the company.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

const dayMs = 86_400_000

export type PartAddresses = {
  /** Path and query below the public URL, valid for 24 hours. */
  sign(partId: string): string
  isValid(partId: string, query: Readonly<Record<string, unknown>>): boolean
}

export function createPartAddresses(secret: string, now: () => number = Date.now): PartAddresses {
  // The secret signs other things too; their signatures must not be valid here.
  const hmacKey = createHmac('sha256', secret).update('addresses of parts').digest()
  const signatureOf = (partId: string, expiry: string) =>
    createHmac('sha256', hmacKey)
      .update(JSON.stringify([partId, expiry]))
      .digest()

  return {
    sign(partId) {
      const expiry = String(Math.floor((now() + dayMs) / 1000))
      const query = new URLSearchParams({ exp: expiry, sig: signatureOf(partId, expiry).toString('base64url') })
      return `/uploads/${partId}?${query}`
    },
    isValid(partId, { exp, sig }) {
      if (typeof exp !== 'string' || typeof sig !== 'string' || !/^\d{1,12}$/.test(exp)) return false
      const given = Buffer.from(sig, 'base64url')
      const wanted = signatureOf(partId, exp)
      return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(exp) * 1000 > now()
    },
  }
}
