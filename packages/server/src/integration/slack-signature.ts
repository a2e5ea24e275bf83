import { createHmac, timingSafeEqual } from 'node:crypto'

const windowSeconds = 5 * 60

type SignedRequest = {
  /** `X-Slack-Request-Timestamp`, in seconds. */
  readonly timestamp: unknown
  /** `X-Slack-Signature`: `v0=` and the HMAC-SHA256 of `v0:{timestamp}:{body}`. */
  readonly signature: unknown
  readonly body: Buffer
}

/** Whether Slack has sent this body within the last five minutes. Pure. */
export function isFromSlack({ timestamp, signature, body }: SignedRequest, secret: string, now: Date): boolean {
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > windowSeconds) return false
  const given = typeof signature === 'string' ? /^v0=([\da-f]{64})$/.exec(signature)?.[1] : undefined
  if (given === undefined) return false
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest()
  return timingSafeEqual(Buffer.from(given, 'hex'), expected)
}
