type Subscribe = (listener: () => void) => () => void

/** Resolves with true as soon as the condition holds, or with false after the time limit. */
export function whenTrue(subscribe: Subscribe, isTrue: () => boolean, withinMs: number): Promise<boolean> {
  if (isTrue()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      unsubscribe()
      resolve(isTrue())
    }
    const timer = setTimeout(end, withinMs)
    const unsubscribe = subscribe(() => isTrue() && end())
  })
}
