import { AppError } from '@knowreel/shared/error/app-error.ts'

const windowMs = 60_000
const maxRequests = 30

/** At most 30 generations per person and minute, of all streams together. */
export function createRequestLimit(): { check(userId: string): void } {
  const starts = new Map<string, number[]>()
  return {
    check(userId) {
      const now = Date.now()
      if (starts.size > 10_000)
        for (const [id, times] of starts) if ((times.at(-1) ?? 0) < now - windowMs) starts.delete(id)
      const recent = (starts.get(userId) ?? []).filter((at) => at > now - windowMs)
      if (recent.length >= maxRequests) throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
      starts.set(userId, [...recent, now])
    },
  }
}
