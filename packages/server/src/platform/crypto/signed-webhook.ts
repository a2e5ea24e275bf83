import { createHmac, timingSafeEqual } from 'node:crypto'

const windowMs = 5 * 60_000

/**
 * The header is `ts=…;h1=…`, with several `h1` while the secret is being replaced: the HMAC-SHA256 of `ts:body`, byte by
 * byte as it arrived. Pure.
 */
export function verifyWebhookSignature(
  { header, body }: { readonly header: string; readonly body: Buffer },
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = header.split(';').map((part) => part.trim().split('=') as [string, string | undefined])
  const [ts, ...others] = parts.flatMap(([name, value]) => (name === 'ts' && value !== undefined ? [value] : []))
  if (ts === undefined || others.length > 0 || !/^\d{1,12}$/.test(ts)) return false
  if (Math.abs(now.getTime() - Number(ts) * 1000) > windowMs) return false
  const given = parts.flatMap(([name, value]) =>
    name === 'h1' && value !== undefined && /^[\da-f]{64}$/.test(value) ? [Buffer.from(value, 'hex')] : [],
  )
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${ts}:`).update(body).digest())
  return expected.some((right) => given.some((signature) => timingSafeEqual(signature, right)))
}
