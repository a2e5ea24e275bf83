/** Pseudorandom numbers that are the same for the same seed. */
export type Random = {
  /** 0 ≤ n < 1 */
  next: () => number
  /** 0 ≤ n < below */
  below: (below: number) => number
  pick: <Value>(values: readonly Value[]) => Value
  /** Another sequence, independent of how many numbers this one has returned. */
  fork: (name: number) => Random
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    pick<Value>(values: readonly Value[]): Value {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('Nothing to pick from')
      return value
    },
    fork: (name) => createRandom(Math.imul(seed ^ 0x9e3779b9, name + 1)),
  }
}
