import { StartupError } from './startup-error.ts'

/** An identity provider for sign-in. */
export type SocialProvider = {
  /** Part of our URLs: `/api/login/{id}`. */
  readonly id: 'google' | 'oidc'
  /** Display name. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

type Values = {
  GOOGLE_CLIENT_ID?: string | undefined
  GOOGLE_CLIENT_SECRET?: string | undefined
  OIDC_ISSUER?: string | undefined
  OIDC_CLIENT_ID?: string | undefined
  OIDC_CLIENT_SECRET?: string | undefined
  OIDC_NAME?: string | undefined
}

/** An incomplete provider stops the start, because otherwise it would fail at the first sign-in. */
export function readSocialProviders(values: Values): SocialProvider[] {
  const providers: SocialProvider[] = []
  const [googleId, googleSecret] = requireTogether(values, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  if (googleId && googleSecret)
    providers.push({
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: googleId,
      clientSecret: googleSecret,
    })
  const [issuer, clientId, clientSecret] = requireTogether(values, [
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
  ])
  if (issuer && clientId && clientSecret)
    providers.push({
      id: 'oidc',
      name: values.OIDC_NAME ?? new URL(issuer).hostname,
      issuer,
      clientId,
      clientSecret,
    })
  return providers
}

function requireTogether(values: Values, names: readonly (keyof Values)[]): (string | undefined)[] {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length > 0 && missing.length < names.length)
    throw new StartupError(`${missing.join(' and ')} must be set too: ${names.join(', ')} belong together.`)
  return names.map((name) => values[name])
}

/** Requires TLS, except for a provider on this machine. */
export function isUsableIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
}
