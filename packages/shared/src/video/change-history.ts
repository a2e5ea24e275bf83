/**
 * Undo and redo over whole values. Paragraph trees are small and share unchanged parts, so storing a hundred costs
 * little, and undo is exact by construction.
 */
export type ChangeHistory<Value> = {
  readonly past: readonly Value[]
  readonly present: Value
  readonly future: readonly Value[]
}

const maxHistoryLength = 200

export const createHistory = <Value>(present: Value): ChangeHistory<Value> => ({ past: [], present, future: [] })

/** A change clears the redo stack; an equal value is no change. */
export function applyChange<Value>(history: ChangeHistory<Value>, next: Value): ChangeHistory<Value> {
  if (next === history.present) return history
  return { past: [...history.past, history.present].slice(-maxHistoryLength), present: next, future: [] }
}

export function undo<Value>(history: ChangeHistory<Value>): ChangeHistory<Value> {
  if (history.past.length === 0) return history
  const present = history.past.at(-1) as Value
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future] }
}

export function redo<Value>(history: ChangeHistory<Value>): ChangeHistory<Value> {
  if (history.future.length === 0) return history
  const present = history.future[0] as Value
  return { past: [...history.past, history.present], present, future: history.future.slice(1) }
}

/**
 * An external change replaces the present and cannot be undone here. `carry` applies it to a stored value, or returns
 * null if that is impossible: that value and everything beyond it are forgotten.
 */
export function replaceCurrent<Value>(
  history: ChangeHistory<Value>,
  present: Value,
  carry: (value: Value) => Value | null,
): ChangeHistory<Value> {
  return {
    past: carryAll(history.past.toReversed(), carry).toReversed(),
    present,
    future: carryAll(history.future, carry),
  }
}

function carryAll<Value>(nearestFirst: readonly Value[], carry: (value: Value) => Value | null): Value[] {
  const carried: Value[] = []
  for (const value of nearestFirst) {
    const next = carry(value)
    if (next === null) break
    carried.push(next)
  }
  return carried
}
