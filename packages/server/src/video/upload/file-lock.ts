/**
 * One writer per file. A dead connection is not always reported, so a new writer interrupts the previous one and starts
 * once the bytes received so far are stored.
 */
export type FileLock = {
  /** `end` is called when another writer wants the file. Returns the function that releases it. */
  acquire(fileKey: string, end: () => void): Promise<() => void>
}

type LockHolder = { end: () => void; readonly over: Promise<void> }

export function createFileLock(): FileLock {
  const turns = new Map<string, LockHolder>()
  return {
    async acquire(fileKey, end) {
      for (let turn = turns.get(fileKey); turn !== undefined; turn = turns.get(fileKey)) {
        turn.end()
        await turn.over
      }
      const { promise: over, resolve } = Promise.withResolvers<void>()
      const turn = { end, over }
      turns.set(fileKey, turn)
      return () => {
        if (turns.get(fileKey) === turn) turns.delete(fileKey)
        resolve()
      }
    },
  }
}
