/** Aborts a request to a model that keeps silent or never ends. */
import { AppError } from '@knowreel/shared/error/app-error.ts'

export type ModelTimes = {
  /** A local model may have to load first. */
  readonly firstMs: number
  readonly silenceMs: number
  readonly totalMs: number
}

export const modelTimes: ModelTimes = { firstMs: 60_000, silenceMs: 30_000, totalMs: 5 * 60_000 }

export type Watchdog = {
  readonly signal: AbortSignal
  /** Something arrived. */
  alive(): void
  stop(): void
}

export function createWatchdog(outer: AbortSignal, { firstMs, silenceMs, totalMs }: ModelTimes): Watchdog {
  const abort = new AbortController()
  const giveUp = () => abort.abort(new AppError('ai_unreachable'))
  const cancel = () => abort.abort(outer.reason)
  const total = setTimeout(giveUp, totalMs)
  let silence = setTimeout(giveUp, firstMs)
  if (outer.aborted) cancel()
  outer.addEventListener('abort', cancel, { once: true })
  return {
    signal: abort.signal,
    alive() {
      clearTimeout(silence)
      if (!abort.signal.aborted) silence = setTimeout(giveUp, silenceMs)
    },
    stop() {
      clearTimeout(silence)
      clearTimeout(total)
      outer.removeEventListener('abort', cancel)
    },
  }
}
