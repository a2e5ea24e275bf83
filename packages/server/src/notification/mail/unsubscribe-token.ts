/**
 * The content of an unsubscribe link: whose emails stop, for one article or all. It permits nothing else and does not
 * expire.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export type UnsubscribeTarget = {
  readonly userId: string
  readonly companyId: string
  /** Null for all emails of the company. */
  readonly articleId: string | null
}

export type UnsubscribeTokens = {
  make(of: UnsubscribeTarget): string
  /** Null for a token that we did not issue. */
  read(token: string): UnsubscribeTarget | null
}

const idBytes = 16
const signatureBytes = 32

export function createUnsubscribeTokens(secret: string): UnsubscribeTokens {
  // The secret signs other things too; their signatures must not be valid here.
  const hmacKey = createHmac('sha256', secret).update('ending mails').digest()
  const signatureOf = (content: Buffer) => createHmac('sha256', hmacKey).update(content).digest()
  return {
    make({ userId, companyId, articleId }) {
      const content = Buffer.concat([userId, companyId, ...(articleId === null ? [] : [articleId])].map(toBytes))
      return Buffer.concat([content, signatureOf(content)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      const length = bytes.length - signatureBytes
      if (length !== 2 * idBytes && length !== 3 * idBytes) return null
      const content = bytes.subarray(0, length)
      if (!timingSafeEqual(bytes.subarray(length), signatureOf(content))) return null
      const idAt = (index: number) => toId(content.subarray(index * idBytes, (index + 1) * idBytes))
      return { userId: idAt(0), companyId: idAt(1), articleId: length === 3 * idBytes ? idAt(2) : null }
    },
  }
}

const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const toId = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
