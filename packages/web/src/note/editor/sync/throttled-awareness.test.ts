import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { ThrottledAwareness } from './throttled-awareness.ts'

let paint: (() => void)[] = []

vi.mock('../../../platform/after-paint.ts', () => ({ afterPaint: (work: () => void) => paint.push(work) }))

function open() {
  const awareness = new Awareness(new Y.Doc())
  const published: unknown[] = []
  awareness.on('update', () => published.push(awareness.getLocalState()?.['cursor']))
  return { awareness, published, throttled: new ThrottledAwareness(awareness) }
}

const painted = (): void => paint.splice(0).forEach((work) => work())

beforeEach(() => {
  paint = []
})
const opened: Awareness[] = []
afterEach(() => opened.splice(0).forEach((awareness) => awareness.destroy()))

test('the local caret is published after painting, at its last position, and only if it moved', () => {
  const { awareness, published, throttled } = open()
  opened.push(awareness)
  throttled.setLocalStateField('cursor', { head: 1 })
  throttled.setLocalStateField('cursor', { head: 2 })
  expect(published).toEqual([])
  painted()
  expect(published).toEqual([{ head: 2 }])
  throttled.setLocalStateField('cursor', { head: 2 })
  painted()
  expect(published).toHaveLength(1)
})

test('a removed caret is published immediately, even if a move was pending', () => {
  const { awareness, published, throttled } = open()
  opened.push(awareness)
  throttled.setLocalStateField('cursor', { head: 1 })
  painted()
  throttled.setLocalStateField('cursor', { head: 2 })
  throttled.setLocalStateField('cursor', null)
  painted()
  expect(published).toEqual([{ head: 1 }, null])
})

test('listeners are notified of remote carets but not of the local one, until they are removed', () => {
  const { awareness, throttled } = open()
  opened.push(awareness)
  const heard: unknown[] = []
  const listener = (change: unknown) => heard.push(change)
  throttled.on('change', listener)
  awareness.setLocalStateField('cursor', { head: 1 })
  expect(heard).toEqual([])
  const others = { added: [7], updated: [], removed: [] }
  awareness.emit('change', [others, 'remote'])
  throttled.off('change', listener)
  awareness.emit('change', [others, 'remote'])
  expect(heard).toEqual([others])
})
