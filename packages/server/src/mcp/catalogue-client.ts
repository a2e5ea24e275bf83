/**
 * Calls of the catalogue within this process, with the key of the MCP client. They pass the same routes as calls over
 * the network, so access, scopes, limits and the audit log are decided in one place.
 */
import type { CallRequest, CallResponse, Call } from '@knowreel/shared/catalogue/call.ts'
import type { CallName, CallOf } from '@knowreel/shared/catalogue/call-names.ts'
import { catalogue, type Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { FastifyInstance } from 'fastify'

/** A refusal of the API, in words for people. */
export class CallRefused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type CatalogueClient = <Name extends CallName>(
  name: Name,
  request: CallRequest<CallOf<Name>>,
) => Promise<CallResponse<CallOf<Name>>>

type Caller = { readonly token: string; readonly address: string; readonly userAgent: string | null }
type AnyRequest = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

export const createCatalogueClient =
  (http: Pick<FastifyInstance, 'inject'>, { token, address, userAgent }: Caller): CatalogueClient =>
  async (name, request) => {
    const [feature, callName] = name.split('.') as [keyof Catalogue, string]
    const { method, path } = (catalogue[feature] as unknown as Record<string, Call>)[callName] as Call
    const { params = {}, query = {}, body } = request as AnyRequest
    const url = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(params[field] ?? ''))
    const response = await http.inject({
      method,
      url: `/api${url}`,
      query,
      remoteAddress: address,
      headers: {
        host: 'localhost',
        authorization: `Bearer ${token}`,
        ...(userAgent === null ? {} : { 'user-agent': userAgent }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const answer = response.json<unknown>()
    if (response.statusCode === 200) return answer as never
    throw new CallRefused(response.statusCode, messageOf(answer))
  }

function messageOf(answer: unknown): string {
  const { error, errors } = answer as { error?: string; errors?: readonly { field: string; message: string }[] }
  return error ?? errors?.map(({ field, message }) => `${field}: ${message}`).join('; ') ?? 'The call failed'
}
