/**
 * Stops the process on a signal: closes what was opened, in reverse order. A terminal, a process group and the parent
 * may each send a signal for one stop, so signals shortly after the first are the same signal. A later one means that
 * nobody wants to wait: only what was opened first, the database server, is still stopped, because it would otherwise
 * outlive this process.
 */
import type { BaseLogger } from 'pino'

type Close = () => Promise<void>

type ShutdownOptions = {
  readonly log: Pick<BaseLogger, 'info' | 'error'>
  readonly exit: (code: number) => void
  /** In ms, of a clock that never goes back. */
  readonly now?: () => number
}

export type Shutdown = {
  /** To be closed before everything added earlier. */
  add(close: Close): void
  readonly isStopping: () => boolean
  /** `started`: settles when nothing more is added; an unfinished start is awaited, then closed. */
  onSignal(signal: string, started: Promise<unknown>): Promise<void>
  closeAll(): Promise<void>
}

/** Signals within this time after the first are the same request. */
const sameSignalMs = 2000

export function createShutdown({ log, exit, now = () => performance.now() }: ShutdownOptions): Shutdown {
  const opened: Close[] = []
  let stoppingSince: number | null = null
  let isForced = false

  const attempt = (close: Close) =>
    close().catch((error: unknown) => log.error({ err: error }, 'The server did not stop cleanly'))

  async function closeAll(): Promise<void> {
    for (const close of opened.toReversed()) await attempt(close)
  }

  return {
    add: (close) => void opened.push(close),
    isStopping: () => stoppingSince !== null,
    closeAll,
    async onSignal(signal, started) {
      if (stoppingSince === null) {
        stoppingSince = now()
        log.info(`Stopping on ${signal}`)
        await started.catch(() => {})
        await closeAll()
        return exit(0)
      }
      if (now() - stoppingSince < sameSignalMs) return
      if (!isForced) {
        isForced = true
        const [first] = opened
        if (first !== undefined) await attempt(first)
      }
      exit(1)
    },
  }
}
