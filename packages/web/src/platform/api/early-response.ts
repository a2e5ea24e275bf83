/**
 * The script in index.html fetches what the first screen needs before the app's own code has loaded. Each response is
 * used once, by the first call to the same URL; later calls fetch again.
 */
declare global {
  interface Window {
    knowreelEarly?: Record<string, Promise<Response> | undefined>
  }
}

export function consumeEarlyResponse(address: string): Promise<Response> | undefined {
  const early = window.knowreelEarly
  const answer = early?.[address]
  if (early) early[address] = undefined
  return answer
}

/** Drops responses that were fetched for another person or a guest. */
export function clearEarlyResponses(): void {
  window.knowreelEarly = {}
}
