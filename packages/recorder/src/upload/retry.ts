/**
 * Retries after a failure: with growing delays while nothing improves, and immediately when the connection comes back.
 */
import type { Connection } from './upload-ports.ts'

const initialDelayMs = 500
const maxMs = 30_000

/** `random` from 0 to 1 spreads the retries of many clients after the server comes back. */
export const backOffMs = (failures: number, random: number): number =>
  Math.min(maxMs, initialDelayMs * 2 ** Math.max(0, failures - 1)) * (0.5 + random / 2)

/** A refusal that repeating the request does not change; an error without a status never reached the server. */
export function isPermanentError(error: unknown): boolean {
  const status = errorStatusOf(error)
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429
}

export function errorStatusOf(error: unknown): number | null {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null
  return typeof status === 'number' ? status : null
}

/** Waits for this long, or less if the connection comes back; while offline, until it does. */
export async function waitToRetry(ms: number, connection: Connection, signal: AbortSignal): Promise<void> {
  const wait = new AbortController()
  const end = () => wait.abort()
  signal.addEventListener('abort', end, { once: true })
  const timer = connection.isOnline() ? setTimeout(end, ms) : undefined
  try {
    const ended = new Promise<void>((resolve) => wait.signal.addEventListener('abort', () => resolve(), { once: true }))
    await Promise.race([ended, connection.waitForReconnect(wait.signal)])
  } finally {
    clearTimeout(timer)
    end()
    signal.removeEventListener('abort', end)
  }
  signal.throwIfAborted()
}

export const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
