import { errorCodes, type ErrorCode } from './error-codes.ts'

export type FieldError = { readonly field: string; readonly message: string }

/**
 * Wire format of errors: `{ error }` or `{ errors }`, with the code, the request id and, where they apply, the two
 * flags.
 */
export type ErrorResponse = {
  error?: string
  errors?: readonly FieldError[]
  code: ErrorCode
  requestId: string
  company?: true
  userInactiveInCompany?: true
  /** Additional facts for the client, such as `articleId` of a published draft. */
  [fact: string]: unknown
}

type AppErrorDetails = {
  readonly message?: string
  readonly fields?: readonly FieldError[]
  readonly facts?: Readonly<Record<string, unknown>>
  /** Sent as the header Retry-After. */
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/**
 * The only error that features throw. One mapper converts it for HTTP, one for sockets; one reader parses it in the
 * client.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly facts: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(
      details.message ?? errorCodes[code].message,
      details.cause === undefined ? undefined : { cause: details.cause },
    )
    this.name = 'AppError'
    this.code = code
    this.status = errorCodes[code].status
    this.fields = details.fields ?? []
    this.facts = details.facts ?? {}
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}
