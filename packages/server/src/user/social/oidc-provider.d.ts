/** The provider has no types; declares what the tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Context = { oidc: { client: { clientId: string }; session: { accountId: string } } }

  export class Provider {
    constructor(
      issuer: string,
      configuration: Record<string, unknown> & { loadExistingGrant(context: Context): unknown },
    )
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: unknown,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}
