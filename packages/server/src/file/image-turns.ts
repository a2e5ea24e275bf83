export type Turns = { take<Value>(work: () => Promise<Value>): Promise<Value> }

/** At most so many at a time; the others wait in the order they came. */
export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = []
  let busy = 0
  return {
    async take(work) {
      if (busy === most) await new Promise<void>((begin) => waiting.push(begin))
      else busy += 1
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) busy -= 1
        else next()
      }
    },
  }
}
