/**
 * Reads Markdown in a thread of its own, page after page. A text that takes too long costs its page and the thread, and
 * never the turn of anybody else.
 */
import { Worker } from 'node:worker_threads'
import { readingLimits } from './import-limits.ts'
import type { Dialect } from './recognise.ts'

export type AskedMarkdown = { readonly text: string; readonly dialect: Dialect }

type Asked = { readonly dialect: Dialect; readonly mostMs?: number }

const idleMs = 60_000
let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()
/** Takes the page that is being read. */
let settle: (html: string | null) => void = () => undefined

/** As HTML. Null for what is too large or too deep, or takes longer than `mostMs`. */
export function readMarkdown(text: string, asked: Asked): Promise<string | null> {
  const read = last.then(() => readNow(text, asked))
  last = read
  return read
}

/** Never rejects: what ends the thread, such as its bound of memory, is the page's doing. */
async function readNow(
  text: string,
  { dialect, mostMs = readingLimits.markdown.mostMs }: Asked,
): Promise<string | null> {
  clearTimeout(idle)
  const worker = (thread ??= startThread())
  worker.ref()
  const deadline = setTimeout(() => endThread(worker), mostMs)
  const html = await new Promise<string | null>((resolve) => {
    settle = resolve
    worker.postMessage({ text, dialect } satisfies AskedMarkdown)
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

/** Once only: it exits later than it is told to, when another may be at work. */
function endThread(worker: Worker): void {
  if (thread !== worker) return
  thread = null
  void worker.terminate()
  settle(null)
}
