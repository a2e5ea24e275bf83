/** A real OpenID provider on loopback; it signs in the account that the test names. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type OidcAccount = {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  name?: string
}

export type OidcServer = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The next account to sign in. */
  account: OidcAccount
  /** Sees a request first; returns true if it has responded. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null
  stop(): Promise<void>
}

const clientId = 'knowreel'
const clientSecret = 'a secret of the client for tests only'

export async function startOidcServer(redirectUris: () => string[]): Promise<OidcServer> {
  const http: Server = createServer()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: OidcServer = {
    issuer,
    clientId,
    clientSecret,
    account: { sub: 'nobody' },
    intercept: null,
    async stop() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  const build = (): Provider => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris() }],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'name'],
      },
      cookies: { keys: ['a key for tests only'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      findAccount: () => ({ accountId: server.account.sub, claims: () => ({ ...server.account }) }),
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      async loadExistingGrant(context) {
        const { client, session } = context.oidc
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    return provider
  }
  /** Created at the first request: until then a client may still choose its port. */
  let made: Provider | undefined
  http.on('request', (request, response) => {
    if (server.intercept?.(request, response)) return
    const provider = (made ??= build())
    if (request.url?.startsWith('/interaction/')) {
      const login = { login: { accountId: server.account.sub } }
      void provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false })
    } else void provider.callback()(request, response)
  })
  return server
}
