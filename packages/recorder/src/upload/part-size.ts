/**
 * How large the next part is: about ten seconds on this line, so that little has to be sent again where a part cannot be
 * continued, and few parts are made where the line is fast.
 */
import { uploadLimits } from '@knowreel/shared/video/upload-protocol.ts'

export const partSizes = { first: 8_000_000, least: 8_000_000, most: uploadLimits.partBytes } as const

/** Below this a refusal for size is no longer answered by smaller parts. */
export const leastRefusedBytes = 500_000

const aimMs = 10_000

/** One part says little about a line, so the size at most doubles or halves. */
export function nextPartSize(size: number, sent: { readonly bytes: number; readonly ms: number }): number {
  const aim = sent.ms > 0 ? (sent.bytes / sent.ms) * aimMs : partSizes.most
  const bounded = Math.min(size * 2, Math.max(size / 2, aim))
  return Math.round(Math.min(partSizes.most, Math.max(partSizes.least, bounded)))
}
