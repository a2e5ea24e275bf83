/**
 * The script in index.html asks for what the first screen needs before the app's own code has arrived. Each answer is
 * taken once, by the first call to the same address; every later call asks again.
 */
declare global {
  interface Window {
    knowreelEarly?: Record<string, Promise<Response> | undefined>
  }
}

export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const early = window.knowreelEarly
  const answer = early?.[address]
  if (early) early[address] = undefined
  return answer
}

/** What was asked as somebody else, or as nobody, answers nothing any more. */
export function forgetEarlyAnswers(): void {
  window.knowreelEarly = {}
}
