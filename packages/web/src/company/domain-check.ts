/**
 * After a company is founded its address may take a while to answer. It is asked 20 times, each for 5 s at most; the
 * pauses between grow from 6 s, twofold each time, to 80 s.
 */
export const domainCheck = { attempts: 20, timeoutMs: 5000, firstPauseMs: 6000, longestPauseMs: 80_000 } as const

type Check = {
  isReady: (signal: AbortSignal) => Promise<boolean>
  onAttempt?: (attempt: number) => void
  /** Ends the wait early, with false. */
  signal?: AbortSignal
}

/** Gives false when it has not answered after the last attempt. A failed question counts as no. */
export async function waitForDomain({ isReady, onAttempt, signal }: Check): Promise<boolean> {
  let pause: number = domainCheck.firstPauseMs
  for (let attempt = 1; attempt <= domainCheck.attempts; attempt++) {
    if (signal?.aborted) return false
    onAttempt?.(attempt)
    if (await askOnce(isReady)) return true
    if (attempt < domainCheck.attempts) await sleep(pause, signal)
    pause = Math.min(pause * 2, domainCheck.longestPauseMs)
  }
  return false
}

async function askOnce(isReady: Check['isReady']): Promise<boolean> {
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
