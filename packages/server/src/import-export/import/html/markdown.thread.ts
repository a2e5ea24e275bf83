/** Parses Markdown outside the main thread; markdown-reader.ts starts and ends this thread. */
import { parentPort } from 'node:worker_threads'
import { markdownToHtml } from './markdown-html.ts'
import type { MarkdownRequest } from './markdown-reader.ts'

parentPort?.on('message', ({ text, dialect }: MarkdownRequest) => {
  parentPort?.postMessage(markdownToHtml(text, dialect))
})
