/** Failures of models, as the errors that people see. */
import { AppError } from '@knowreel/shared/error/app-error.ts'

/** A model that answers with a status; structural, so that the library is not loaded for a comparison. */
type StatusError = { readonly statusCode: number; readonly responseHeaders?: Record<string, string> }

export function toModelError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const status = statusOf(error)
  const cause = toLoggedCause(error, status)
  if (status === 401 || status === 403) return new AppError('ai_key_refused', { cause })
  if (status === 429) return new AppError('ai_busy', { cause })
  if (status !== null && status >= 400 && status < 500) return new AppError('ai_failed', { cause })
  if (isUnreadable(error)) return new AppError('ai_failed', { cause })
  return new AppError('ai_unreachable', { cause })
}

/** For the log: what happened, without texts of people and without what the model wrote. */
function toLoggedCause(error: unknown, status: number | null): Error {
  if (!(error instanceof Error)) return new Error('Unknown')
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const isOurs = error.name === 'FetchRefused'
  return new Error(`${error.name}${code}${status === null ? '' : ` ${status}`}${isOurs ? `: ${error.message}` : ''}`)
}

export const statusOf = (error: unknown): number | null =>
  hasStatus(error) && !isInterrupted(error) ? error.statusCode : null

const hasStatus = (error: unknown): error is StatusError =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'

/** A stream that broke carries the status of its beginning, which was a success. */
const isInterrupted = ({ statusCode }: StatusError): boolean => statusCode < 400

const unreadable = new Set(['AI_JSONParseError', 'AI_TypeValidationError', 'AI_InvalidResponseDataError'])

const isUnreadable = (error: unknown): boolean => error instanceof Error && unreadable.has(error.name)

const maxWaitMs = 5000
const defaultWaitMs = 500

/** How long to wait before one more attempt; null if waiting cannot help or takes too long. */
export function retryDelay(error: unknown): number | null {
  const status = statusOf(error)
  if (status === null) return null
  if (status >= 500) return defaultWaitMs
  if (status !== 429) return null
  const wanted = hasStatus(error) ? Number(error.responseHeaders?.['retry-after'] ?? 1) * 1000 : Number.NaN
  return Number.isFinite(wanted) && wanted <= maxWaitMs ? wanted : null
}
