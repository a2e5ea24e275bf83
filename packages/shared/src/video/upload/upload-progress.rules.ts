/** Progress of an upload: the first half of the bar is bytes received, the second the expected processing time. */

/** Measured seconds per megabytes; linear between the points, the last slope beyond them. */
const estimates = [
  { megabytes: 0, seconds: 2 },
  { megabytes: 56.6, seconds: 12 },
  { megabytes: 156.4, seconds: 24 },
  { megabytes: 294.7, seconds: 52 },
  { megabytes: 980, seconds: 73 },
] as const

const estimateSegments = estimates.slice(1).map((to, index) => ({ from: estimates[index] ?? estimates[0], to }))
const megabyte = 1_000_000

/** Expected processing time of so many bytes, in ms. */
export function estimateProcessingMs(bytes: number): number {
  const megabytes = Math.max(0, bytes) / megabyte
  const line = estimateSegments.find(({ to }) => megabytes <= to.megabytes) ?? estimateSegments.at(-1)
  if (line === undefined) return 0
  const { from, to } = line
  const secondsPerMegabyte = (to.seconds - from.seconds) / (to.megabytes - from.megabytes)
  return Math.round((from.seconds + (megabytes - from.megabytes) * secondsPerMegabyte) * 1000)
}

const maxUnfinishedPercent = 99

/** Estimated percentage of the processing; stops at 99 until it is finished. */
export function processingProgress(facts: { bytes: number; elapsedMs: number; isFinished: boolean }): number {
  if (facts.isFinished) return 100
  const share = Math.max(0, facts.elapsedMs) / estimateProcessingMs(facts.bytes)
  return Math.min(maxUnfinishedPercent, Math.floor(share * 100))
}

/**
 * Percentage of the bar: half upload, half processing. `processing` is a percentage; null while bytes are being sent.
 */
export function uploadProgress(facts: { sent: number; total: number; processing: number | null }): number {
  if (facts.processing !== null)
    return facts.processing >= 100 ? 100 : Math.min(maxUnfinishedPercent, 50 + Math.floor(facts.processing / 2))
  const share = facts.total > 0 ? Math.min(1, Math.max(0, facts.sent) / facts.total) : 0
  return Math.floor(share * 50)
}
