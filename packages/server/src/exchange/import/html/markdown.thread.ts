/** Parses Markdown outside the main thread; markdown-reader.ts starts and ends this thread. */
import { parentPort } from 'node:worker_threads'
import { markdownToHtml } from './markdown-html.ts'
import type { AskedMarkdown } from './markdown-reader.ts'

parentPort?.on('message', ({ text, dialect }: AskedMarkdown) => {
  parentPort?.postMessage(markdownToHtml(text, dialect))
})
