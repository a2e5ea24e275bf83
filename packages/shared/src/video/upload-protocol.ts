/**
 * How the bytes of a part travel; used by the uploader and by the server.
 *
 * `PUT {url}` with `Content-Type: application/octet-stream` and a Content-Length brings a part. It is answered with 200
 * when all of it lasts on storage. A PUT that is cut off keeps what arrived: `HEAD {url}` tells in `Upload-Offset` how
 * many bytes last, and a PUT with `Content-Range: bytes {first}-{last}/{total}` brings the rest, to the end of the part.
 * `Repr-Digest: sha-256=:…:` (RFC 9530) is of the whole part, also when only the rest travels; a part that does not match
 * it is emptied and refused. The same bytes again are fine, other bytes for a complete part are refused.
 */
export const uploadLimits = {
  /** Bytes of a part; this many still pass. */
  partBytes: 50_000_000,
  /** Bytes of a recording. */
  totalBytes: 20_000_000_000,
  /** Parts of a recording. */
  parts: 5000,
} as const

/** Without any progress for so long, a PUT counts as lost on both sides. */
export const stallMs = 120_000

export const videoTypes = ['video/webm', 'video/mp4', 'video/quicktime'] as const

export type PartRange = { readonly first: number; readonly total: number }

export const rangeHeader = ({ first, total }: PartRange): string => `bytes ${first}-${total - 1}/${total}`

/** Null when it is not the rest of a part. */
export function readRangeHeader(header: string): PartRange | null {
  const match = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(header)
  if (!match) return null
  const [first = 0, last = 0, total = 0] = match.slice(1).map(Number)
  return first <= last && last === total - 1 ? { first, total } : null
}

export const digestHeader = (sha256Base64: string): string => `sha-256=:${sha256Base64}:`

/** The SHA-256 of a Repr-Digest header in base64; null when it names none. */
export const readDigestHeader = (header: string): string | null =>
  /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(header)?.[1] ?? null
