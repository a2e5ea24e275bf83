/** Requests as browsers send them: responses are measured packed, as they go over the wire. */
import { once } from 'node:events'
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

/** The encodings that a browser accepts. */
export const acceptedEncodings = 'gzip, deflate, br, zstd'

export type WireTarget = { readonly baseURL: string; readonly token: string }

type WireResponse = {
  readonly ms: number
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Of the body, packed. */
  readonly bytes: number
}

const agent = new Agent({ keepAlive: true })

/** The time until the last byte of the body. */
export async function timeRequest(
  { baseURL, token }: WireTarget,
  path: string,
  headers: Record<string, string> = {},
): Promise<WireResponse> {
  const started = performance.now()
  const sent = request(`${baseURL}${path}`, {
    agent,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': acceptedEncodings, ...headers },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let bytes = 0
  response.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await once(response, 'end')
  const ms = performance.now() - started
  const status = response.statusCode ?? 0
  if (status !== 200 && status !== 304) throw new Error(`${path} answered ${status}`)
  return { ms, status, headers: response.headers, bytes }
}
