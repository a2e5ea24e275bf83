import { AppError } from '@knowreel/shared/error/app-error.ts'

/** Counts attempts by key, such as wrong passwords, in this process: one process serves the API. */
export type AttemptLimit = {
  /** Throws `too_many_requests` while the key has too many wrong attempts in the window. */
  require(key: string): void
  isReached(key: string): boolean
  /** Records a wrong attempt. */
  fail(key: string): void
  /** Counts one more attempt, and returns whether the limit allows it. */
  admit(key: string): boolean
  /** Clears the previous wrong attempts. */
  succeed(key: string): void
  refusal(key: string): AppError
}

const maxKeys = 50_000

export function createAttemptLimit({ max, windowMs }: { max: number; windowMs: number }): AttemptLimit {
  const failures = new Map<string, { count: number; until: number }>()

  const find = (key: string) => {
    const entry = failures.get(key)
    if (entry !== undefined && entry.until > Date.now()) return entry
    failures.delete(key)
    return null
  }
  const isReached = (key: string) => (find(key)?.count ?? 0) >= max
  const refusal = (key: string) => {
    const seconds = Math.max(1, Math.ceil(((find(key)?.until ?? 0) - Date.now()) / 1000))
    return new AppError('too_many_requests', { retryAfterSeconds: seconds })
  }

  const count = (key: string): void => {
    const entry = find(key)
    if (entry !== null) return void (entry.count += 1)
    // Evicts the oldest key, so that a flood of invented keys cannot use more memory than this.
    const oldest = failures.keys().next()
    if (failures.size >= maxKeys && !oldest.done) failures.delete(oldest.value)
    failures.set(key, { count: 1, until: Date.now() + windowMs })
  }

  return {
    isReached,
    refusal,
    require(key) {
      if (isReached(key)) throw refusal(key)
    },
    fail: count,
    admit(key) {
      if (isReached(key)) return false
      count(key)
      return true
    },
    succeed(key) {
      failures.delete(key)
    },
  }
}
