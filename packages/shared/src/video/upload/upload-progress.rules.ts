/** Progress of an upload: the first half of the bar is bytes received, the second the steps of processing. */
import type { VideoStepState } from '../video.wire.ts'

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

/** Expected processing time of this number of bytes, in ms. */
export function estimateProcessingMs(bytes: number): number {
  const megabytes = Math.max(0, bytes) / megabyte
  const line = estimateSegments.find(({ to }) => megabytes <= to.megabytes) ?? estimateSegments.at(-1)
  if (line === undefined) return 0
  const { from, to } = line
  const secondsPerMegabyte = (to.seconds - from.seconds) / (to.megabytes - from.megabytes)
  return Math.round((from.seconds + (megabytes - from.megabytes) * secondsPerMegabyte) * 1000)
}

const maxUnfinishedPercent = 99

/** Share of the two steps that people wait for; the rest is storing the result. In percent. */
const weights = { probe: 5, remux: 90 } as const

/** Percentage of a step whose own work has come so far; the rest is storing the result, which reports nothing. */
export const stepProgress = (percent: number): number => Math.floor(Math.min(100, Math.max(0, percent)) * 0.95)

type ProcessingFacts = {
  readonly bytes: number
  readonly elapsedMs: number
  readonly isFinished: boolean
  readonly steps: readonly Pick<VideoStepState, 'step' | 'status' | 'progress'>[]
}

/** Percentage of the processing. A step that has not reported much is estimated, up to its half. */
export function processingProgress({ bytes, elapsedMs, isFinished, steps }: ProcessingFacts): number {
  if (isFinished) return 100
  const isDone = (name: keyof typeof weights) => steps.some(({ step, status }) => step === name && status === 'done')
  if (!isDone('probe')) return 0
  const reported = steps.find(({ step }) => step === 'remux')?.progress ?? 0
  const estimated = Math.min(50, (Math.max(0, elapsedMs) / estimateProcessingMs(bytes)) * 50)
  const share = isDone('remux') ? 100 : Math.max(reported, estimated)
  return Math.floor(weights.probe + (weights.remux * share) / 100)
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
