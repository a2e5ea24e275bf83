/**
 * How the bytes of a part are transferred; used by uploader and server.
 *
 * `PUT {url}` with `Content-Type: application/octet-stream` and a Content-Length sends a part. The response is 200 once
 * all of it is in storage. An interrupted PUT keeps what arrived: `HEAD {url}` returns the stored length in
 * `Upload-Offset`, and a PUT with `Content-Range: bytes {first}-{last}/{total}` sends the rest, to the end of the part.
 * `Repr-Digest: sha-256=:…:` (RFC 9530) covers the whole part, even if only the rest is sent; on a mismatch the part is
 * emptied and refused. Sending the same bytes again succeeds, different bytes for a complete part are refused.
 */
export const uploadLimits = {
  /** Bytes of a part, inclusive. */
  partBytes: 50_000_000,
  /** Bytes of a recording. */
  totalBytes: 20_000_000_000,
  /** Parts of a recording. */
  parts: 5000,
} as const

export const maxUploadSize = `${uploadLimits.totalBytes / 1_000_000_000} GB`

export const uploadTooLarge = `The recording is larger than ${maxUploadSize}`

/** After this time without progress, both sides consider a PUT lost. */
export const stallMs = 120_000

export const videoTypes = ['video/webm', 'video/mp4', 'video/quicktime'] as const

export type PartRange = { readonly first: number; readonly total: number }

export const formatRangeHeader = ({ first, total }: PartRange): string => `bytes ${first}-${total - 1}/${total}`

/** Null if it is not the rest of a part. */
export function parseRangeHeader(header: string): PartRange | null {
  const match = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(header)
  if (!match) return null
  const [first = 0, last = 0, total = 0] = match.slice(1).map(Number)
  return first <= last && last === total - 1 ? { first, total } : null
}

export const formatDigestHeader = (sha256Base64: string): string => `sha-256=:${sha256Base64}:`

/** The SHA-256 of a Repr-Digest header in base64; null if there is none. */
export const parseDigestHeader = (header: string): string | null =>
  /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(header)?.[1] ?? null
