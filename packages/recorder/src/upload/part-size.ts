/**
 * The size of the next part: about ten seconds on this connection, so that little is resent if a part cannot be
 * continued, and few parts are made on fast connections.
 */
import { uploadLimits } from '@knowreel/shared/video/upload/upload-protocol.ts'

export const partSizes = { initial: 8_000_000, min: 8_000_000, max: uploadLimits.partBytes } as const

/** Below this, a refusal because of the size no longer leads to smaller parts. */
export const minRefusedBytes = 500_000

const targetPartMs = 10_000

/**
 * While a recording is being made, little of it should be left to send when it ends: parts of 1 MB, and after 250 MB parts
 * that grow with what was sent, because a recording may have 5,000.
 */
export const livePartSize = (partsSent: number): number =>
  Math.min(partSizes.max, Math.max(liveBytes, partsSent * liveGrowthBytes))
const liveBytes = 1_000_000
const liveGrowthBytes = 4000

/**
 * For a recorder that may be killed: bytes wait this long for their part. A recording may have 5,000, so the ten minutes
 * before the fourth hour ends have longer ones.
 */
export const crashSafePartMs = (partsSent: number): number => (partsSent < 4600 ? 3000 : 10_000)

/** One part says little about a connection, so the size at most doubles or halves. */
export function nextPartSize(size: number, sent: { readonly bytes: number; readonly ms: number }): number {
  const aim = sent.ms > 0 ? (sent.bytes / sent.ms) * targetPartMs : partSizes.max
  const bounded = Math.min(size * 2, Math.max(size / 2, aim))
  return Math.round(Math.min(partSizes.max, Math.max(partSizes.min, bounded)))
}
