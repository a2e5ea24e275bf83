/**
 * One writer per file. A dead connection is not always reported, so a new writer interrupts the previous one and starts
 * once the bytes received so far are stored.
 */
export type FileLock = {
  /** `end` is called when another writer wants the file. Returns the function that releases it. */
  acquire(fileKey: string, end: () => void): Promise<() => void>
}

type LockHolder = { end: () => void; readonly released: Promise<void> }

export function createFileLock(): FileLock {
  const holders = new Map<string, LockHolder>()
  return {
    async acquire(fileKey, end) {
      for (let holder = holders.get(fileKey); holder !== undefined; holder = holders.get(fileKey)) {
        holder.end()
        await holder.released
      }
      const { promise: released, resolve } = Promise.withResolvers<void>()
      const holder = { end, released }
      holders.set(fileKey, holder)
      return () => {
        if (holders.get(fileKey) === holder) holders.delete(fileKey)
        resolve()
      }
    },
  }
}
