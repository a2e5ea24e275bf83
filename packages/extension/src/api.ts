/** Calls an installation with the extension's own session. Its host permission makes other headers unnecessary. */
import type { UploadCalls } from '@knowreel/recorder/upload/index.ts'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { articleCalls } from '@knowreel/shared/article/article.calls.ts'
import type { sessionCalls } from '@knowreel/shared/user/session.calls.ts'
import type { userCalls } from '@knowreel/shared/user/user.calls.ts'
import type { videoUploadCalls } from '@knowreel/shared/video/upload/video-upload.calls.ts'
import type { Installation } from './installations.ts'

/** An error without status is a lost connection. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number | null
  readonly code: string | null
  constructor(message: string, status: number | null, code: string | null) {
    super(message)
    this.status = status
    this.code = code
  }
}

type Caller = Pick<Installation, 'origin'> & { readonly token: string | null }
type Request = { readonly body?: unknown; readonly signal?: AbortSignal }

async function send<Response>({ origin, token }: Caller, method: string, path: string, request: Request = {}) {
  const { body, signal } = request
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token !== null) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const sent = body === undefined ? undefined : JSON.stringify(body)
  // Cookies belong to the pages of the installation; this session is another one.
  const response = await fetch(`${origin}/api${path}`, { method, headers, body: sent, credentials: 'omit', signal })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Response
  const { error, code } = (answer ?? {}) as { error?: unknown; code?: unknown }
  throw new CallError(
    typeof error === 'string' ? error : response.statusText,
    response.status,
    typeof code === 'string' ? code : null,
  )
}

export const connect = (origin: string, ticket: string) =>
  send<CallResponse<typeof sessionCalls.connectExtension>>({ origin, token: null }, 'POST', '/user/extension/session', {
    body: { ticket },
  })

export const logOut = (installation: Caller) => send(installation, 'POST', '/user/logout')

export const readMe = (installation: Caller) => send<CallResponse<typeof userCalls.me>>(installation, 'GET', '/user/me')

/** `new` makes one. */
export const saveDraft = (installation: Caller, id: string, body: unknown) =>
  send<CallResponse<typeof articleCalls.saveDraft>>(installation, 'POST', `/article/${id}/draft`, { body })

export const removeDraft = (installation: Caller, id: string) => send(installation, 'DELETE', `/draft/${id}`)

/** `find` is asked at every call, because a new session may have replaced the one that began the upload. */
export function uploadCalls(find: () => Promise<Caller>): UploadCalls {
  type Responses = { [Name in keyof typeof videoUploadCalls]: CallResponse<(typeof videoUploadCalls)[Name]> }
  return {
    async url(query, signal) {
      const caller = await find()
      const text = new URLSearchParams(query as Record<string, string>).toString()
      const part = await send<Responses['url']>(caller, 'GET', `/video-upload/url?${text}`, { signal })
      return { ...part, url: new URL(part.url, caller.origin).href }
    },
    accept: async (body, signal) =>
      send<Responses['accept']>(await find(), 'POST', '/video-upload/accept', { body, signal }),
    status: async (id, signal) =>
      send<Responses['status']>(await find(), 'GET', `/video-upload/status/${id}`, { signal }),
  }
}
