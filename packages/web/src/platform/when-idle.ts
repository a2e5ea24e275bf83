/** The longest time that a slow response may delay deferred work. */
const maxWaitMs = 5000

let earlyResponses: Promise<unknown> | null = null

/** The requests made by the script in index.html. Read once: callers remove each response they use. */
const waitForEarlyResponses = (): Promise<unknown> =>
  (earlyResponses ??= Promise.race([
    Promise.allSettled(Object.values(window.knowreelEarly ?? {}).filter((answer) => answer !== undefined)),
    new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
  ]))

/**
 * After the visible content: the first responses have arrived and the browser is idle, or two seconds have passed
 * since. A browser that only waits for the server is idle too, and loading then would delay the text.
 */
export const whenIdle = (): Promise<void> => waitForEarlyResponses().then(browserIdle)

const browserIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 1000)
  })
