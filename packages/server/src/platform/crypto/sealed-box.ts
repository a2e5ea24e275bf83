/** Secrets in the database, encrypted with a key that only the processes of the installation have. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** One key per use, so that a box made for one use opens for no other. */
export const deriveKey = (secret: string, use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', use, 32))

/** AES-256-GCM, bound to its owner's id: `iv | tag | text`. */
export function seal(key: Buffer, ownerId: string, plain: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(ownerId))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

/** Throws if the box was changed, moved to another owner or sealed with another key. */
export function unseal(key: Buffer, ownerId: string, box: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, ivBytes)).setAAD(Buffer.from(ownerId))
  decipher.setAuthTag(box.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(box.subarray(ivBytes + tagBytes)), decipher.final()])
}
