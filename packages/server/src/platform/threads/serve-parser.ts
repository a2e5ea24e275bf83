/** The side of parser-thread.ts that runs in the thread. */
import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from './parser-thread.ts'

/** Asks the main thread; one question at a time. */
export type Ask = (question: unknown) => Promise<unknown>

/** An error that `parse` throws ends the thread. */
export function serveParser<Request, Result>(parse: (request: Request, ask: Ask) => Promise<Result | null>): void {
  const port = parentPort
  if (port === null) throw new Error('This module runs in a thread only')
  const send = (message: FromThread<Result>) => port.postMessage(message)
  let onAnswer: (answer: unknown) => void = () => undefined
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      onAnswer = resolve
      send({ question })
    })
  const serve = async (request: Request) => send({ result: await parse(request, ask) })
  port.on('message', (message: ToThread<Request>) => {
    if ('answer' in message) onAnswer(message.answer)
    else void serve(message.request)
  })
}
