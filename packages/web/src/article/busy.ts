/** What is going on that nothing else may happen beside: 'Publishing article'. Null when nothing is. */
let text: string | null = null
const listeners = new Set<() => void>()

function change(next: string | null): void {
  text = next
  for (const listener of listeners) listener()
}

export const busyStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): string | null => text,
}

/** Covers the page with the words while the work runs. */
export async function whileBusy<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
  change(words)
  try {
    return await work()
  } finally {
    change(null)
  }
}
