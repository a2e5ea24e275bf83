/** Describes a storage's errors for the operators of the installation; people who wait for a file see less. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { S3Settings } from './s3-settings.ts'

type ErrorDetails = {
  readonly name: string
  readonly message: string
  readonly status: number | null
  readonly code: string
}

function readError(error: unknown): ErrorDetails {
  const { name, message, $metadata, code } = error as Partial<Error> & {
    readonly $metadata?: { readonly httpStatusCode?: number }
    readonly code?: unknown
  }
  return {
    name: name ?? 'Error',
    message: message ?? '',
    status: $metadata?.httpStatusCode ?? null,
    code: typeof code === 'string' ? code : '',
  }
}

/** The object does not exist. A missing bucket is a different error. */
export function isMissing(error: unknown): boolean {
  const { name, status } = readError(error)
  return status === 404 && name !== 'NoSuchBucket' && name !== 'NoSuchUpload'
}

export const isMissingUpload = (error: unknown): boolean => readError(error).name === 'NoSuchUpload'

export const isAborted = (error: unknown): boolean => readError(error).name === 'AbortError'

const credentialErrors = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken'])

/** One full sentence that names what to check, and never a secret. */
export function describeS3Error(error: unknown, { bucket, endpoint, region, credentials }: S3Settings): string {
  const { name, message, status, code } = readError(error)
  const service = endpoint ?? `Amazon S3 in ${region}`
  if (name === 'NoSuchBucket' || (status === 404 && name === 'NotFound'))
    return `S3_BUCKET "${bucket}" does not exist at ${service}.`
  if (name === 'CredentialsProviderError')
    return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set, and this machine was given no other credentials.`
  if (credentialErrors.has(name)) {
    const whose = credentials === null ? 'the credentials of this machine' : 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
    return `${service} refuses ${whose} (${name}).`
  }
  if (status === 301 || name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed')
    return `S3_BUCKET "${bucket}" lies in another region than S3_REGION "${region}".`
  if (status === 403)
    return `${service} does not let us into S3_BUCKET "${bucket}" (${name}): the key must be allowed to list it, and to read, write and delete in it.`
  if (status !== null) return `${service} answers ${status} (${name}).`
  return `${service} does not answer: ${code || message || name}.`
}

/** The error of the call or job, to be retried later. The sentence above is logged as its cause. */
export function toStorageError(error: unknown, settings: S3Settings): Error {
  if (isAborted(error)) return error as Error
  return new AppError('unavailable', {
    message: 'The storage of files does not answer right now',
    cause: new Error(describeS3Error(error, settings), { cause: error }),
  })
}
