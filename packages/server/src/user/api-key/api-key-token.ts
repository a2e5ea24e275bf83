import { newSessionToken } from '../session/session-token.ts'

/** The prefix lets scanners of leaked secrets recognise a key; only the hash is stored. */
export const newApiKeyToken = (): string => `kr_${newSessionToken()}`

/** Session tokens have no prefix and are shorter, so none looks like a key. */
export const isApiKeyToken = (token: string): boolean => /^kr_[\w-]{43}$/.test(token)
