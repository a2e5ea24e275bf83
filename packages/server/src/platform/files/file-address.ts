/**
 * Addresses of files carry their own permission: who has one may read that file until it expires. They are handed out
 * anew with every answer, and are the same for an hour, so that browsers find the file in their cache.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FileKey } from './file-key.ts'

export type AddressOptions = {
  /** Else the address is good for one to two hours. */
  readonly expiresAt?: Date
  /** The name under which it is offered for saving. */
  readonly fileName?: string
}

export type FileAddresses = {
  sign(key: FileKey, options?: AddressOptions): string
  /** Gives the time of expiry; null when the address was not made here or is over. */
  verify(key: string, query: Readonly<Record<string, unknown>>): Date | null
}

const hourSeconds = 3600

export function createFileAddresses(secret: string, now: () => number = Date.now): FileAddresses {
  // The secret signs other things too; a signature of those must not pass here.
  const hmacKey = createHmac('sha256', secret).update('addresses of files').digest()
  const signatureOf = (key: string, expiry: string, name: string) =>
    createHmac('sha256', hmacKey)
      .update(JSON.stringify([key, expiry, name]))
      .digest()

  return {
    sign(key, { expiresAt, fileName = '' } = {}) {
      const seconds = expiresAt
        ? Math.floor(expiresAt.getTime() / 1000)
        : (Math.floor(now() / 1000 / hourSeconds) + 2) * hourSeconds
      const name = fileName.toWellFormed()
      const signature = signatureOf(key, String(seconds), name).toString('base64url')
      const query = new URLSearchParams({ exp: String(seconds), sig: signature, ...(name === '' ? {} : { name }) })
      return `/files/${key}?${query}`
    },
    verify(key, { exp, sig, name = '' }) {
      if (typeof exp !== 'string' || typeof sig !== 'string' || typeof name !== 'string') return null
      if (!/^\d{1,12}$/.test(exp)) return null
      const given = Buffer.from(sig, 'base64url')
      const wanted = signatureOf(key, exp, name)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      const expiresAt = new Date(Number(exp) * 1000)
      return expiresAt.getTime() > now() ? expiresAt : null
    },
  }
}
