/**
 * Runs the process that renders one document. What a note can make it do is limited: no network, no environment,
 * limited memory, processor time and duration, low priority; and it ends when we stop it or exit. A thread would not be
 * enough: it cannot be stopped inside the renderer, and would take the server down with it.
 *
 * Half of the time for a short document is the start of its process. The next process is therefore started in advance,
 * and waits with fonts and grammars loaded until it receives a folder. Each process renders one document and exits.
 */
import { findConfinement } from '../platform/process/confinement.ts'
import { MISSING, stages, type Stage } from './renderer/pdf-job.ts'
import { spawnRenderer, type RendererProcess } from './spawn-renderer.ts'

export type RenderRun = {
  /** Contains the job, and afterwards the document. */
  readonly folder: string
  readonly signal: AbortSignal
  /** `share` from 0 to 1. */
  readonly onStage: (stage: Stage, share: number) => void
}

export type RendererPool = {
  /** Starts the next process if none waits; it exits if it is not needed for a while. */
  prepare(): Promise<void>
  /** Throws `RenderError`; on abort, the reason of the signal. */
  run(run: RenderRun): Promise<{ readonly missingLetters: string }>
  /** Resolves when the waiting process has loaded everything; for benchmarks. */
  whenReady(): Promise<void>
  close(): void
}

/** The document was not made; the message is for our log, never for people. */
export class RenderError extends Error {
  override name = 'RenderError'
}

const defaultTimeoutMs = 60_000
/** Someone who exports one article often exports the next; a waiting process uses 180 MB. */
const idleMs = 3 * 60_000

export function createRendererPool({
  timeoutMs = defaultTimeoutMs,
}: { readonly timeoutMs?: number } = {}): RendererPool {
  let waiting: Promise<RendererProcess> | null = null
  let isClosed = false

  const start = async (): Promise<RendererProcess> => {
    const setter = spawnRenderer(await findConfinement(), Math.ceil(timeoutMs / 1000) * 2)
    setter.unref()
    return setter
  }
  const prepare = async (): Promise<void> => {
    if (waiting !== null || isClosed) return
    const next = start()
    waiting = next
    const forget = () => {
      if (waiting === next) waiting = null
    }
    const setter = await next.catch(forget)
    if (setter === undefined) return
    const timer = setTimeout(() => {
      if (waiting === next) setter.kill()
    }, idleMs)
    timer.unref()
    void setter.ended.then(() => {
      clearTimeout(timer)
      forget()
    })
    // Closed, or no longer needed, while it was starting.
    if (isClosed) setter.kill()
  }
  const acquire = async (): Promise<RendererProcess> => {
    const next = waiting ?? start()
    waiting = null
    return next
  }

  return {
    prepare,
    async run({ folder, signal, onStage }) {
      signal.throwIfAborted()
      const setter = await acquire()
      let reason: string | null = null
      const end = (why: string) => {
        reason ??= why
        setter.kill()
      }
      const timer = setTimeout(() => end('it took too long'), timeoutMs)
      const stop = () => end('it was cancelled')
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      let missingLetters = ''
      setter.onLine((line) => {
        reportStage(line, onStage)
        missingLetters += parseMissingCharacters(line)
      })
      setter.start(folder)
      try {
        const ended = await setter.ended
        signal.throwIfAborted()
        if (reason !== null || ended !== null) throw new RenderError(`${reason ?? ended}: ${setter.stderrTail()}`)
        return { missingLetters }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
      }
    },
    async whenReady() {
      await (
        await waiting
      )?.ready
    },
    close() {
      isClosed = true
      void waiting?.then((setter) => setter.kill())
      waiting = null
    },
  }
}

function reportStage(line: string, onStage: RenderRun['onStage']): void {
  const [word, share] = line.split(' ')
  const stage = stages.find((known) => known === word)
  if (stage !== undefined) onStage(stage, Math.min(1, Math.max(0, Number(share) || 0)))
}

function parseMissingCharacters(line: string): string {
  const [word, ...codes] = line.split(' ')
  if (word !== MISSING) return ''
  return String.fromCodePoint(...codes.map((code) => Number.parseInt(code, 16)).filter((code) => code <= 0x10_ff_ff))
}
