/**
 * Parses Markdown in a separate thread, page after page. A text that takes too long costs its page and the thread, but
 * blocks nobody else.
 */
import { Worker } from 'node:worker_threads'
import { readingLimits } from '../import-limits.ts'
import type { Dialect } from '../archive/recognise.ts'

export type MarkdownRequest = { readonly text: string; readonly dialect: Dialect }

type Request = { readonly dialect: Dialect; readonly maxMs?: number }

const idleMs = 60_000
let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
/** Receives the result for the page that is being parsed. */
let settle: (html: string | null) => void = () => undefined

/** Returns HTML. Null if the text is too large or too deeply nested, or takes longer than `maxMs`. */
export function readMarkdown(text: string, asked: Request): Promise<string | null> {
  const read = last.then(() => readNow(text, asked))
  last = read
  return read
}

/** Never rejects: whatever ends the thread, such as its memory limit, is caused by the page. */
async function readNow(
  text: string,
  { dialect, maxMs = readingLimits.markdown.mostMs }: Request,
): Promise<string | null> {
  clearTimeout(idle)
  const worker = (thread ??= startThread())
  worker.ref()
  const deadline = setTimeout(() => endThread(worker), maxMs)
  const html = await new Promise<string | null>((resolve) => {
    settle = resolve
    worker.postMessage({ text, dialect } satisfies MarkdownRequest)
  })
  clearTimeout(deadline)
  worker.unref()
  idle = setTimeout(() => endThread(worker), idleMs).unref()
  return html
}

function startThread(): Worker {
  const worker = new Worker(new URL('./markdown.thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  worker.on('message', (html: string | null) => settle(html))
  worker.on('error', () => endThread(worker))
  worker.on('exit', () => endThread(worker))
  return worker
}

/** Runs once per thread: the exit event arrives late, when a new thread may already be working. */
function endThread(worker: Worker): void {
  if (thread !== worker) return
  thread = null
  void worker.terminate()
  settle(null)
}
