/**
 * Parses Markdown in a separate thread, page after page. A text that takes too long costs its page and the thread, but
 * blocks nobody else.
 */
import { Worker } from 'node:worker_threads'
import { parseLimits } from '../import-limits.ts'
import type { Dialect } from '../archive/detect-dialect.ts'

export type MarkdownRequest = { readonly text: string; readonly dialect: Dialect }

type ParseOptions = { readonly dialect: Dialect; readonly maxMs?: number }

const idleMs = 60_000
let currentWorker: Worker | null = null
let idleTimer: NodeJS.Timeout | undefined
let lastParse: Promise<unknown> = Promise.resolve()
/** Receives the result for the page that is being parsed. */
let resolveParse: (html: string | null) => void = () => undefined

/** Returns HTML. Null if the text is too large or too deeply nested, or takes longer than `maxMs`. */
export function parseMarkdown(text: string, asked: ParseOptions): Promise<string | null> {
  const read = lastParse.then(() => parseNow(text, asked))
  lastParse = read
  return read
}

/** Never rejects: whatever ends the thread, such as its memory limit, is caused by the page. */
async function parseNow(
  text: string,
  { dialect, maxMs = parseLimits.markdown.maxMs }: ParseOptions,
): Promise<string | null> {
  clearTimeout(idleTimer)
  const worker = (currentWorker ??= startThread())
  worker.ref()
  const deadline = setTimeout(() => endThread(worker), maxMs)
  const html = await new Promise<string | null>((resolve) => {
    resolveParse = resolve
    worker.postMessage({ text, dialect } satisfies MarkdownRequest)
  })
  clearTimeout(deadline)
  worker.unref()
  idleTimer = setTimeout(() => endThread(worker), idleMs).unref()
  return html
}

function startThread(): Worker {
  const worker = new Worker(new URL('./markdown.thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  worker.on('message', (html: string | null) => resolveParse(html))
  worker.on('error', () => endThread(worker))
  worker.on('exit', () => endThread(worker))
  return worker
}

/** Runs once per thread: the exit event arrives late, when a new thread may already be working. */
function endThread(worker: Worker): void {
  if (currentWorker !== worker) return
  currentWorker = null
  void worker.terminate()
  resolveParse(null)
}
