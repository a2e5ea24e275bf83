import type { ErrorResponse, FieldError } from '@knowreel/shared/error/app-error.ts'
import type { ErrorCode } from '@knowreel/shared/error/error-codes.ts'

type ApiErrorInput = {
  message: string
  /** Null if no response arrived. */
  status: number | null
  code?: ErrorCode
  fields?: readonly FieldError[]
  body?: Partial<ErrorResponse>
}

/** The server refused a request or was unreachable. `message` is shown to the user. */
export class ApiError extends Error {
  readonly status: number | null
  readonly code: ErrorCode | null
  readonly fields: readonly FieldError[]
  /** The whole response body, for the details that some refusals contain. */
  readonly body: Partial<ErrorResponse>

  constructor(input: ApiErrorInput) {
    super(input.message)
    this.name = 'ApiError'
    this.status = input.status
    this.code = input.code ?? null
    this.fields = input.fields ?? []
    this.body = input.body ?? {}
  }

  get isConnectionError(): boolean {
    return this.status === null
  }
}

export function connectionError(): ApiError {
  return new ApiError({ message: 'Connection error', status: null })
}

/** The message is `error`, else the first of `errors` (a text, or its `message`), else the bare status. */
export function errorFromResponse(status: number, statusText: string, body: unknown): ApiError {
  const answer: Partial<ErrorResponse> = typeof body === 'object' && body !== null ? body : {}
  const fields = Array.isArray(answer.errors) ? answer.errors.flatMap(parseFieldErrors) : []
  const message =
    (typeof answer.error === 'string' && answer.error) ||
    fields[0]?.message ||
    `Request error: #${status} ${statusText}`
  return new ApiError({ message, status, code: answer.code, fields, body: answer })
}

function parseFieldErrors(entry: unknown): FieldError[] {
  if (typeof entry === 'string') return [{ field: '', message: entry }]
  if (typeof entry !== 'object' || entry === null || !('message' in entry) || typeof entry.message !== 'string')
    return []
  return [{ field: 'field' in entry && typeof entry.field === 'string' ? entry.field : '', message: entry.message }]
}
