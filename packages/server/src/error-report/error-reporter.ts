/**
 * Sends errors to a Sentry-compatible endpoint, as one envelope for each event
 * (https://develop.sentry.dev/sdk/data-model/envelopes/). Every error is sent (sample rate 1) while the endpoint keeps
 * up; a flood is cut, because reporting must not slow down what is being reported.
 */
import { randomUUID } from 'node:crypto'
import type { BaseLogger } from 'pino'
import type { ErrorReporting } from '../platform/config/error-reporting.ts'
import { parseRetryAfter } from '../platform/http/retry-after.ts'
import type { ErrorEvent } from './describe-error.ts'

export type ErrorReporter = {
  /** False if reporting is off or too much waits to be sent. Never throws and never waits. */
  report(event: ErrorEvent): boolean
}

type ReporterOptions = {
  /** Null: nothing is reported. */
  readonly endpoint: ErrorReporting | null
  readonly release: string
  readonly log: Pick<BaseLogger, 'warn'>
}

const maxWaiting = 30
const timeoutMs = 5000
const maxPauseMs = 3_600_000

export function createErrorReporter({ endpoint, release, log }: ReporterOptions): ErrorReporter {
  if (endpoint === null) return { report: () => false }
  const { url, key, environment } = endpoint
  const waiting: ErrorEvent[] = []
  let isSending = false
  let pausedUntil = 0
  let hasWarned = false

  async function sendAll(): Promise<void> {
    isSending = true
    for (let event = waiting.shift(); event; event = waiting.shift()) await send(event)
    isSending = false
  }

  async function send(event: ErrorEvent): Promise<void> {
    if (Date.now() < pausedUntil) return
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=knowreel/1.0, sentry_key=${key}`,
        },
        body: toEnvelope(event, { release, environment }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.status === 429) pausedUntil = Date.now() + pauseOf(response)
      else if (!response.ok) warn(`it responded with ${response.status}`)
      else hasWarned = false
    } catch (error) {
      warn(error instanceof Error ? error.name : 'no connection')
    }
  }

  /** Once, until an event arrives again. The log has the errors themselves. */
  function warn(reason: string): void {
    if (!hasWarned) log.warn(`ERROR_REPORTING_DSN: errors cannot be reported: ${reason}.`)
    hasWarned = true
  }

  return {
    report(event) {
      if (waiting.length >= maxWaiting) return false
      waiting.push(event)
      if (!isSending) void sendAll()
      return true
    },
  }
}

/** In ms. */
const pauseOf = ({ headers }: Response): number =>
  Math.min(parseRetryAfter(headers.get('retry-after')) ?? 60_000, maxPauseMs)

function toEnvelope(event: ErrorEvent, build: { release: string; environment: string }): string {
  const eventId = randomUUID().replaceAll('-', '')
  const body = {
    event_id: eventId,
    timestamp: Date.now() / 1000,
    level: 'error',
    platform: event.platform,
    ...build,
    tags: event.tags,
    // The oldest cause, and the oldest call, come first.
    exception: {
      values: event.errors.toReversed().map(({ type, message, frames }) => ({
        type,
        value: message ?? '',
        stacktrace: {
          frames: frames.toReversed().map(({ function: name, file, line, column }) => ({
            filename: file,
            ...(name === null ? {} : { function: name }),
            lineno: line,
            colno: column,
            in_app: !/node_modules|^node:/.test(file),
          })),
        },
      })),
    },
  }
  return [{ event_id: eventId, sent_at: new Date().toISOString() }, { type: 'event' }, body]
    .map((part) => JSON.stringify(part))
    .join('\n')
}
