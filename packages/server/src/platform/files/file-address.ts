/**
 * URLs of files carry their own permission. Each is signed for one reader, a session and what that session must still
 * be able to see, and is checked on every use; it stops working when that access ends, and at its expiry at the latest.
 * Every response signs them again, with the same result for an hour, so that browsers find the file in their cache.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FileKey } from './file-key.ts'

/**
 * The meaning of `scope` is known to the code that signs the URL and to `MayRead`; it is signed but visible, so it must
 * not be secret.
 */
export type AddressReader = { readonly sessionId: string | null; readonly scope: string }

/** Whether this reader still has the access for which the URL was signed. */
export type MayRead = (reader: AddressReader) => Promise<boolean>

export type AddressOptions = {
  /** If omitted, the URL is valid for one to two hours. */
  readonly expiresAt?: Date
  /** The file name offered for the download. */
  readonly fileName?: string
  /** Forces a download, even if a page could display the file. */
  readonly isDownload?: boolean
  /** A PDF made by us, never an uploaded one, opens in its own window. */
  readonly isPage?: boolean
}

export type FileAddresses = {
  sign(key: FileKey, reader: AddressReader | 'everybody', options?: AddressOptions): string
  /** Null if the URL was not signed here or has expired. */
  verify(key: string, query: Readonly<Record<string, unknown>>): VerifiedAddress | null
}

export type VerifiedAddress = {
  readonly expiresAt: Date
  readonly reader: AddressReader | 'everybody'
  readonly isDownload: boolean
  readonly isPage: boolean
}

const hourSeconds = 3600

export function createFileAddresses(secret: string, now: () => number = Date.now): FileAddresses {
  // The secret signs other things too; their signatures must not be valid here.
  const hmacKey = createHmac('sha256', secret).update('addresses of files').digest()
  const signatureOf = (...signed: string[]) => createHmac('sha256', hmacKey).update(JSON.stringify(signed)).digest()

  return {
    sign(key, reader, { expiresAt, fileName = '', isDownload = false, isPage = false } = {}) {
      const exp = String(
        expiresAt ? Math.floor(expiresAt.getTime() / 1000) : (Math.floor(now() / 1000 / hourSeconds) + 2) * hourSeconds,
      )
      const name = fileName.toWellFormed()
      const [by, scope] = reader === 'everybody' ? ['', ''] : [reader.sessionId ?? '', reader.scope]
      const as = isDownload ? 'download' : isPage ? 'page' : ''
      const sig = signatureOf(key, exp, name, by, scope, as).toString('base64url')
      const query = Object.entries({ exp, by, for: scope, name, as, sig }).filter(([, value]) => value !== '')
      return `/files/${key}?${new URLSearchParams(query)}`
    },
    verify(key, { exp, sig, name = '', by = '', for: scope = '', as = '' }) {
      if (typeof exp !== 'string' || typeof sig !== 'string' || typeof name !== 'string') return null
      if (typeof by !== 'string' || typeof scope !== 'string' || typeof as !== 'string') return null
      if (!/^\d{1,12}$/.test(exp)) return null
      const given = Buffer.from(sig, 'base64url')
      const wanted = signatureOf(key, exp, name, by, scope, as)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      const expiresAt = new Date(Number(exp) * 1000)
      if (expiresAt.getTime() <= now()) return null
      const reader = scope === '' ? 'everybody' : { sessionId: by === '' ? null : by, scope }
      return { expiresAt, reader, isDownload: as === 'download', isPage: as === 'page' }
    },
  }
}
