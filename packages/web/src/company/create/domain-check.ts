/**
 * The host of a new company may take a while to respond. It is checked 20 times, each for at most 5 s; the pauses
 * between double from 6 s to 80 s.
 */
export const domainCheck = { attempts: 20, timeoutMs: 5000, firstDelayMs: 6000, maxDelayMs: 80_000 } as const

type DomainCheckOptions = {
  isReady: (signal: AbortSignal) => Promise<boolean>
  onAttempt?: (attempt: number) => void
  /** Ends the wait early, with false. */
  signal?: AbortSignal
}

/** Returns false if there is no response after the last attempt. A failed request counts as no. */
export async function waitForDomain({ isReady, onAttempt, signal }: DomainCheckOptions): Promise<boolean> {
  let pause: number = domainCheck.firstDelayMs
  for (let attempt = 1; attempt <= domainCheck.attempts; attempt++) {
    if (signal?.aborted) return false
    onAttempt?.(attempt)
    if (await checkOnce(isReady)) return true
    if (attempt < domainCheck.attempts) await sleep(pause, signal)
    pause = Math.min(pause * 2, domainCheck.maxDelayMs)
  }
  return false
}

async function checkOnce(isReady: DomainCheckOptions['isReady']): Promise<boolean> {
  const timeout = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      timeout.abort()
      resolve(false)
    }, domainCheck.timeoutMs)
  })
  try {
    return await Promise.race([isReady(timeout.signal), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
