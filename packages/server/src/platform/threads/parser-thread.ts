/**
 * Parses what users send in a separate thread, one text after the other. A text that takes too long costs its result and
 * the thread, but blocks nobody else. While it works, the thread may request data that only the main thread has:
 *
 *     main → thread   { request }                      thread → main   { question }, until { result }
 *     main → thread   { answer }
 */
import { Worker, type Transferable } from 'node:worker_threads'

const idleMs = 60_000

export type ToThread<Request> = { readonly request: Request } | { readonly answer: unknown }
export type FromThread<Result> = { readonly question: unknown } | { readonly result: Result | null }

type ParseOptions = {
  /** Without the time that its questions take. */
  readonly maxMs: number
  /** The answer to a question of the thread. Its failure is that of `parse`, and ends the thread. */
  readonly answer?: (question: never) => Promise<unknown>
  /** Memory of the request that moves into the thread. Copying it would block the event loop. */
  readonly transfer?: readonly Transferable[]
}

export class ParserThread<Request, Result> {
  readonly #entry: URL
  #worker: Worker | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #lastParse: Promise<unknown> = Promise.resolve()
  #onMessage: (message: FromThread<Result>) => void = () => undefined

  /** The module of the thread calls `serveParser`. */
  constructor(entry: URL) {
    this.#entry = entry
  }

  /** Null if the thread returned null, failed, or took longer than `maxMs`. */
  parse(request: Request, options: ParseOptions): Promise<Result | null> {
    const parsed = this.#lastParse.then(() => this.#parseNow(request, options))
    this.#lastParse = parsed.catch(() => undefined)
    return parsed
  }

  async #parseNow(request: Request, { maxMs, answer, transfer = [] }: ParseOptions): Promise<Result | null> {
    clearTimeout(this.#idleTimer)
    const worker = (this.#worker ??= this.#startThread())
    worker.ref()
    let message: ToThread<Request> = { request }
    let moved = transfer
    let remainingMs = maxMs
    try {
      for (;;) {
        const begun = performance.now()
        const deadline = setTimeout(() => this.#endThread(worker), remainingMs)
        const reply = await this.#exchange(worker, message, moved)
        clearTimeout(deadline)
        if ('result' in reply) return reply.result
        remainingMs = Math.max(0, remainingMs - (performance.now() - begun))
        message = { answer: await answer?.(reply.question as never) }
        moved = []
      }
    } catch (error) {
      this.#endThread(worker)
      throw error
    } finally {
      worker.unref()
      this.#idleTimer = setTimeout(() => this.#endThread(worker), idleMs).unref()
    }
  }

  #exchange(worker: Worker, message: ToThread<Request>, moved: readonly Transferable[]): Promise<FromThread<Result>> {
    return new Promise((resolve) => {
      this.#onMessage = resolve
      if (this.#worker === worker) worker.postMessage(message, moved)
      else resolve({ result: null })
    })
  }

  #startThread(): Worker {
    const worker = new Worker(this.#entry, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.on('message', (message: FromThread<Result>) => this.#worker === worker && this.#onMessage(message))
    // Whatever ends the thread, such as its memory limit, is caused by the text.
    worker.on('error', () => this.#endThread(worker))
    worker.on('exit', () => this.#endThread(worker))
    return worker
  }

  /** Runs once per thread: the exit event arrives late, when a new thread may already be working. */
  #endThread(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    void worker.terminate()
    this.#onMessage({ result: null })
  }
}
