/**
 * One writer of a file at a time. A connection that died is not always told to us, so the newcomer does not wait for the
 * one before: it ends it, and begins when that has put away what it had.
 */
export type FileTurns = {
  /** `end` is called when somebody else wants the file. Gives what hands the file on. */
  take(fileKey: string, end: () => void): Promise<() => void>
}

type Turn = { end: () => void; readonly over: Promise<void> }

export function createFileTurns(): FileTurns {
  const turns = new Map<string, Turn>()
  return {
    async take(fileKey, end) {
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
