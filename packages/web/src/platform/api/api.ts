/**
 * The typed client. Its types come from the catalogue by `import type`; at run time it knows only the method and path
 * of each call (`virtual:catalogue`, generated at build time), so that no schema code is sent to the browser.
 */
import { addresses } from 'virtual:catalogue'
import type { Call, CallResponse, CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { readToken } from '../session/session-token.ts'
import { connectionError, errorFromResponse } from './api-error.ts'
import { consumeEarlyResponse } from './early-response.ts'
import { buildRequestUrl, type QueryValue } from './request-url.ts'

export type RequestOptions = {
  signal?: AbortSignal
  /** Lets a last save outlive the page; at most 64 kB of body. */ keepalive?: boolean
}

type CallArguments<Request> =
  Record<never, never> extends Request
    ? [request?: Request, options?: RequestOptions]
    : [request: Request, options?: RequestOptions]

type FeatureClient<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends Call
    ? (...input: CallArguments<CallRequest<Calls[Name]>>) => Promise<CallResponse<Calls[Name]>>
    : never
}

export type Api = { readonly [Feature in keyof Catalogue]: FeatureClient<Catalogue[Feature]> }

type UntypedRequest = { params?: Record<string, string>; query?: Record<string, QueryValue>; body?: unknown }

const basePath = '/api'

/** `api.article.get({ params: { id } })`. Rejects with ApiError. */
export const api: Api = createApi()

function createApi(): Api {
  const features = Object.entries(addresses).map(([feature, calls]) => [
    feature,
    Object.fromEntries(Object.entries(calls).map(([name, address]) => [name, createCall(address)])),
  ])
  return Object.fromEntries(features) as Api
}

function createCall(address: string) {
  const [path = '', method = 'GET'] = address.split(' ')
  return (request: UntypedRequest = {}, options: RequestOptions = {}) =>
    send(method, buildRequestUrl(path, request.params, request.query), request.body, options)
}

async function send(method: string, address: string, body: unknown, options: RequestOptions): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = readToken()
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'

  const response = await fetchResponse(method, address, {
    ...options,
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = await readJson(response)
  if (!response.ok) throw errorFromResponse(response.status, response.statusText, answer)
  return answer
}

async function fetchResponse(method: string, address: string, init: RequestInit): Promise<Response> {
  try {
    const early = method === 'GET' ? consumeEarlyResponse(address) : undefined
    return await (early ?? fetch(basePath + address, init))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw connectionError()
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}
