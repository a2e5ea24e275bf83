import type { S3Settings } from '../files/s3/s3-settings.ts'
import { StartupError } from './startup-error.ts'

type Values = {
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_REGION?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
  S3_PREFIX?: string | undefined
  S3_PATH_STYLE?: 'on' | 'off' | undefined
}

const dependentVariables = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PREFIX',
  'S3_PATH_STYLE',
] as const

/** Null: files are in the data folder. */
export function readS3(values: Values): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (bucket === undefined) {
    const alone = dependentVariables.find((name) => values[name] !== undefined)
    if (alone !== undefined) throw new StartupError(`S3_BUCKET must be set too: without it ${alone} means nothing.`)
    return null
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new StartupError(
      `${accessKeyId === undefined ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY'} must be set too: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY belong together.`,
    )
  const endpoint = values.S3_ENDPOINT === undefined ? null : values.S3_ENDPOINT.replace(/\/+$/, '')
  const prefix = values.S3_PREFIX?.replaceAll(/^\/+|\/+$/g, '') ?? ''
  return {
    bucket,
    endpoint,
    region: values.S3_REGION ?? 'us-east-1',
    credentials: accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
    prefix: prefix === '' ? '' : `${prefix}/`,
    // Self-hosted storage rarely has a DNS name per bucket; Amazon accepts nothing else.
    isPathStyle: values.S3_PATH_STYLE === undefined ? endpoint !== null : values.S3_PATH_STYLE === 'on',
  }
}

export const bucketPattern = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i

export const isEndpoint = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !new URL(text).username && !new URL(text).search
