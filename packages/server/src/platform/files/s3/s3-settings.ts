/** Where an installation keeps its files when it does not keep them in its own folder. */
export type S3Settings = {
  readonly bucket: string
  /** Null: Amazon's own for this region. */
  readonly endpoint: string | null
  readonly region: string
  /** Null: what the machine was given, by the rules of Amazon's own programs. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** Stands before every name in the bucket: empty, or ends with a slash. */
  readonly prefix: string
  /** The bucket stands in the path, not in the host. */
  readonly isPathStyle: boolean
}
