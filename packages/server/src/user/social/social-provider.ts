/**
 * OpenID Connect identity providers. A provider's metadata is fetched when the first person signs in and then cached;
 * if it is down, the next sign-in tries again, and it never prevents the server from starting.
 */
import type { SocialProvider } from '../../platform/config/social-providers.ts'
import { allowInsecureRequests, type Configuration, discovery, enableNonRepudiationChecks } from 'openid-client'

export type SocialProviders = {
  readonly list: readonly { readonly id: string; readonly name: string }[]
  /** Null for a provider that is not configured. Rejects if it cannot be reached. */
  find(id: string): Promise<Configuration | null>
}

/** For every request to the provider. */
const timeoutSeconds = 8

export function createSocialProviders(configured: readonly SocialProvider[]): SocialProviders {
  const known = new Map<string, Promise<Configuration>>()
  return {
    list: configured.map(({ id, name }) => ({ id, name })),
    async find(id) {
      const provider = configured.find((candidate) => candidate.id === id)
      if (provider === undefined) return null
      let found = known.get(id)
      if (found === undefined) {
        found = discover(provider)
        known.set(id, found)
        found.catch(() => known.delete(id))
      }
      return found
    },
  }
}

const discover = ({ issuer, clientId, clientSecret }: SocialProvider): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: timeoutSeconds,
    // TLS already authenticates the provider; the signature is checked as well.
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
  })
