import { Store } from '@tanstack/react-store'

/** The label of the operation that blocks the page ('Publishing article'); null when there is none. */
export const busyStore = new Store<string | null>(null)

/** Covers the page with the label while the operation runs. */
export async function whileBusy<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
  busyStore.setState(() => words)
  try {
    return await work()
  } finally {
    busyStore.setState(() => null)
  }
}
