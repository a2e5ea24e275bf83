import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits behind a prefix that scanners of leaked secrets recognise; only the hash is stored. */
export const newApiKeyToken = (): string => `kr_${randomBytes(32).toString('base64url')}`

/** Session tokens have no prefix and are shorter, so none looks like a key. */
export const isApiKeyToken = (token: string): boolean => /^kr_[\w-]{43}$/.test(token)

export const hashApiKeyToken = (token: string): Buffer => createHash('sha256').update(token).digest()
