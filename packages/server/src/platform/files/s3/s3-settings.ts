/** The object store of an installation that does not use its own folder. */
export type S3Settings = {
  readonly bucket: string
  /** Null for Amazon's own endpoint in this region. */
  readonly endpoint: string | null
  readonly region: string
  /** Null for the machine's own credentials, found by the rules of Amazon's tools. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** Precedes every name in the bucket: empty, or ends with a slash. */
  readonly prefix: string
  /** The bucket is in the path, not in the host name. */
  readonly isPathStyle: boolean
}
