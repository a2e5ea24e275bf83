import { connectionError } from '../platform/api/api-error.ts'
import type { DraftStore } from './draft-store.ts'

const patienceMs = 30_000

/** Resolves when all that is on the screen is in the database; rejects where that takes too long. */
export function whenDraftSaved(store: Pick<DraftStore, 'read' | 'subscribe'>, withinMs = patienceMs): Promise<void> {
  return new Promise((resolve, reject) => {
    let stop = () => {}
    const timer = setTimeout(() => {
      stop()
      reject(connectionError())
    }, withinMs)
    const look = () => {
      if (store.read().isUnsaved) return
      clearTimeout(timer)
      stop()
      resolve()
    }
    stop = store.subscribe(look)
    look()
  })
}
