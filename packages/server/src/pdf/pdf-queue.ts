import { AppError } from '@knowreel/shared/error/app-error.ts'

export type PdfQueue = {
  /**
   * Runs one job after the other, in order of request; `onWait` receives the number of jobs ahead. Throws
   * `too_many_requests` if too many wait, in total or for this person.
   */
  run<Result>(
    userId: string,
    turn: { readonly signal: AbortSignal; readonly onWait: (before: number) => void },
    work: () => Promise<Result>,
  ): Promise<Result>
}

type WaitingRun = { readonly userId: string; readonly onWait: (before: number) => void; readonly start: () => void }

const maxWaiting = 30
const maxPerUser = 5

export function createPdfQueue(): PdfQueue {
  const waiting: WaitingRun[] = []
  let working: string | null = null

  const notifyWaiting = () => {
    for (const [index, { onWait }] of waiting.entries()) onWait(index + 1)
  }
  const next = () => {
    const first = waiting.shift()
    working = first?.userId ?? null
    first?.start()
    notifyWaiting()
  }

  return {
    async run(userId, { signal, onWait }, work) {
      signal.throwIfAborted()
      if (working !== null) {
        const own = waiting.filter((one) => one.userId === userId).length
        if (waiting.length >= maxWaiting || own >= maxPerUser) throw new AppError('too_many_requests')
        await new Promise<void>((resolve, reject) => {
          const entry = { userId, onWait, start: resolve }
          waiting.push(entry)
          onWait(waiting.length)
          signal.addEventListener(
            'abort',
            () => {
              const at = waiting.indexOf(entry)
              if (at === -1) return
              waiting.splice(at, 1)
              reject(signal.reason as Error)
              notifyWaiting()
            },
            { once: true },
          )
        })
      } else working = userId
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        next()
      }
    },
  }
}
