import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createHistory, applyChange, redo, replaceCurrent, undo } from './change-history.ts'

it('undoes and redoes every change, and a new change clears the redo stack', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 30 }), fc.nat(30), (values, steps) => {
      const changes = values.filter((value, at) => value !== (at === 0 ? 0 : values[at - 1]))
      const changed = changes.reduce(applyChange, createHistory(0))
      const back = Math.min(steps, changes.length)
      const undone = Array.from({ length: back }).reduce<typeof changed>((history) => undo(history), changed)
      expect(undone.present).toBe([0, ...changes][changes.length - back])
      const redone = Array.from({ length: back }).reduce<typeof changed>((history) => redo(history), undone)
      expect(redone).toEqual(changed)
      expect(applyChange(undone, NaN).future).toEqual([])
    }),
  )
})

it('does nothing without a step to undo or redo, and keeps the last 200', () => {
  const fresh = createHistory('a')
  expect(undo(fresh)).toBe(fresh)
  expect(redo(fresh)).toBe(fresh)
  expect(applyChange(fresh, 'a')).toBe(fresh)
  const long = Array.from({ length: 300 }, (_, at) => String(at)).reduce(applyChange, fresh)
  expect(long.past).toHaveLength(200)
})

it('applies external changes to every stored value, and forgets what lies beyond one that cannot apply it', () => {
  const history = { past: ['a', 'b', 'c'], present: 'd', future: ['e', 'f', 'g'] }
  const carried = replaceCurrent(history, 'D', (value) => (value === 'a' || value === 'f' ? null : value.toUpperCase()))
  expect(carried).toEqual({ past: ['B', 'C'], present: 'D', future: ['E'] })
})
