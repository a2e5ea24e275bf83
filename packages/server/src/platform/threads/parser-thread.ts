/**
 * Parses what users send in a separate thread, one text after the other. A text that takes too long costs its result and
 * the thread, but blocks nobody else.
 */
import { Worker } from 'node:worker_threads'

const idleMs = 60_000

export class ParserThread<Request, Result> {
  readonly #entry: URL
  #worker: Worker | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #lastParse: Promise<unknown> = Promise.resolve()
  /** Receives the result for the text that is being parsed. */
  #resolveParse: (result: Result | null) => void = () => undefined

  /** The module of the thread answers each message with a result or null. */
  constructor(entry: URL) {
    this.#entry = entry
  }

  /** Null if the thread returned null, failed, or took longer than `maxMs`. Never rejects. */
  parse(request: Request, maxMs: number): Promise<Result | null> {
    const parsed = this.#lastParse.then(() => this.#parseNow(request, maxMs))
    this.#lastParse = parsed
    return parsed
  }

  async #parseNow(request: Request, maxMs: number): Promise<Result | null> {
    clearTimeout(this.#idleTimer)
    const worker = (this.#worker ??= this.#startThread())
    worker.ref()
    const deadline = setTimeout(() => this.#endThread(worker), maxMs)
    const result = await new Promise<Result | null>((resolve) => {
      this.#resolveParse = resolve
      worker.postMessage(request)
    })
    clearTimeout(deadline)
    worker.unref()
    this.#idleTimer = setTimeout(() => this.#endThread(worker), idleMs).unref()
    return result
  }

  #startThread(): Worker {
    const worker = new Worker(this.#entry, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.on('message', (result: Result | null) => this.#resolveParse(result))
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
    this.#resolveParse(null)
  }
}
