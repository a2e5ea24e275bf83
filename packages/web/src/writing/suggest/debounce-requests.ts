/** Debounces requests: of requests in quick succession only the last is sent; earlier ones reject with AbortError. */
export function debounceRequests<Answer>(
  ask: (text: string, signal: AbortSignal) => Promise<Answer>,
  waitMs: number,
): (text: string) => Promise<Answer> {
  let former: AbortController | null = null
  return (text) => {
    former?.abort()
    const controller = new AbortController()
    former = controller
    const { signal } = controller
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        ask(text, signal).then(resolve, reject)
      }, waitMs)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new DOMException('Something newer was asked', 'AbortError'))
      })
    })
  }
}
