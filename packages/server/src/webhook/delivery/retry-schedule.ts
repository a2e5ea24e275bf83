/** When a delivery that failed is attempted again. Pure. */
import { webhookLimits } from '@knowreel/shared/webhook/webhook-events.ts'

const minute = 60_000
const hour = 60 * minute

/** The wait after each attempt. With jitter, the last attempt is 18 to 23 hours after the event. */
export const retryWaits: readonly number[] = [
  10_000,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
]
/** The share of a wait that is random, so that receivers which recover are not called by everything together. */
const jitter = 0.2
const maxRetryAfterMs = 2 * hour

type Failure = {
  /** Attempts so far, at least 1. */
  readonly attempts: number
  readonly createdAt: Date
  readonly now: Date
  /** The wait that the receiver asked for, in ms; 0 for none. */
  readonly retryAfterMs: number
}

/** Null if no attempt follows. */
export function nextAttemptAt(
  { attempts, createdAt, now, retryAfterMs }: Failure,
  random: () => number = Math.random,
): Date | null {
  const planned = retryWaits[attempts - 1]
  if (planned === undefined) return null
  const wait = Math.max(planned * (1 - jitter * random()), Math.min(retryAfterMs, maxRetryAfterMs))
  const at = now.getTime() + wait
  return at > createdAt.getTime() + webhookLimits.retryHours * hour ? null : new Date(at)
}

/** The header `Retry-After`: seconds or a date. 0 if it is neither, or over. */
export function readRetryAfter(header: string | null, now: Date): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = /^[A-Z]/i.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}
