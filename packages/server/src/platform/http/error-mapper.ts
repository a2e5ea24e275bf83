import { AppError, type ErrorResponse } from '@knowreel/shared/error/app-error.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

/**
 * The one mapper from thrown errors to responses. Unknown errors become 500: logged in full, sent without their text.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error)
  if (isFault(error, known)) request.log.error({ err: error }, 'request failed')
  const retryAfter = known.retryAfterSeconds ?? (known.status === 503 ? outageRetrySeconds : null)
  if (retryAfter !== null) void reply.header('retry-after', retryAfter)
  void reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(toErrorResponse(known, request.id)))
}

/** Whether something is broken: a part that is turned off answers 503 too, but has no cause. */
export const isFault = (error: unknown, known: AppError): boolean =>
  known.status >= 500 && !(known.status === 503 && error === known && known.cause === undefined)

export function toErrorResponse(known: AppError, requestId: string): ErrorResponse {
  const answer: ErrorResponse = { ...known.facts, code: known.code, requestId }
  if (known.fields.length > 0) answer.errors = known.fields
  else answer.error = known.message
  if (known.code === 'company_deactivated') answer.company = true
  if (known.code === 'user_inactive_in_company') answer.userInactiveInCompany = true
  return answer
}

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return fromZod(error)
  const status = (error as Partial<FastifyError>).statusCode
  if (status === 413) return new AppError('too_large')
  if (status === 415) return new AppError('wrong_media_type')
  if (status === 429) return new AppError('too_many_requests')
  if (status !== undefined && status >= 400 && status < 500) return new AppError('unreadable_request')
  return toOutage(error) ?? new AppError('internal', { cause: error })
}

const outageRetrySeconds = 5

/** Failures of disk and database, which end without a change to the product. */
function toOutage(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (noSpaceCodes.has(code)) return new AppError('storage_full', { cause: error })
  const isUnavailable =
    unavailableCodes.has(code) ||
    code.startsWith(connectionException) ||
    // The database runs on a Unix socket, which is missing until it has started.
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    connectionMessages.test(error.message)
  return isUnavailable ? new AppError('unavailable', { cause: error }) : null
}

/** Codes of the file system and of PostgreSQL. */
const noSpaceCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Refused or lost connections, too many of them, and a server that stops or starts. */
const unavailableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '53200', '53300', '57P01', '57P02', '57P03'])
const connectionException = '08'

/** The driver gives these errors no code. */
const connectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const maxFieldErrors = 20

const fieldPath = (path: readonly PropertyKey[]): string => path.map(String).join('.').slice(0, 200)

/** If a request may have several forms, the issues of the closest one. */
function closestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length)
  if (nearest === undefined) return [issue]
  return nearest.flatMap(closestIssues).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

function fromZod(error: z.ZodError): AppError {
  const fields = error.issues
    .flatMap(closestIssues)
    .slice(0, maxFieldErrors)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: fieldPath([...issue.path, key]), message: 'Unknown field' }))
        : [{ field: fieldPath(issue.path), message: issue.message }],
    )
  return new AppError('invalid_input', { fields: fields.slice(0, maxFieldErrors) })
}
