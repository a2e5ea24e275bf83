/**
 * The size of the next part: about ten seconds on this connection, so that little is resent if a part cannot be
 * continued, and few parts are made on fast connections.
 */
import { uploadLimits } from '@knowreel/shared/video/upload/upload-protocol.ts'

export const partSizes = { first: 8_000_000, least: 8_000_000, most: uploadLimits.partBytes } as const

/** Below this, a refusal because of the size no longer leads to smaller parts. */
export const minRefusedBytes = 500_000

const aimMs = 10_000

/** One part says little about a connection, so the size at most doubles or halves. */
export function nextPartSize(size: number, sent: { readonly bytes: number; readonly ms: number }): number {
  const aim = sent.ms > 0 ? (sent.bytes / sent.ms) * aimMs : partSizes.most
  const bounded = Math.min(size * 2, Math.max(size / 2, aim))
  return Math.round(Math.min(partSizes.most, Math.max(partSizes.least, bounded)))
}
