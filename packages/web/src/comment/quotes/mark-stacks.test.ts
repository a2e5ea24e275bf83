import { expect, test } from 'vitest'
import { spreadStack, stackMarks } from './mark-stacks.ts'

const tops = (marks: readonly { id: string; top: number }[]) => marks.map(({ id, top }) => `${id} ${top}`)

test('an icon is at the height of its words', () => {
  const marks = stackMarks([
    { id: 'low', top: 200 },
    { id: 'high', top: 40 },
  ])
  expect(tops(marks)).toEqual(['high 40', 'low 200'])
})

test('icons that would overlap are offset by 12 px each', () => {
  const marks = stackMarks([
    { id: 'one', top: 40 },
    { id: 'two', top: 40 },
    { id: 'three', top: 66 },
    { id: 'alone', top: 97 },
  ])
  expect(tops(marks)).toEqual(['one 40', 'two 52', 'three 64', 'alone 97'])
  expect(marks.map(({ stackId, index }) => [stackId, index])).toEqual([
    ['one', 0],
    ['one', 1],
    ['one', 2],
    ['alone', 0],
  ])
})

test('the active stack is spread out, the others stay', () => {
  const same = ['one', 'two'].map((id) => ({ id, top: 40 }))
  const others = ['three', 'four'].map((id) => ({ id, top: 400 }))
  const marks = spreadStack(stackMarks([...same, ...others]), 'one')
  expect(tops(marks)).toEqual(['one 40', 'two 72', 'three 400', 'four 412'])
  expect(tops(spreadStack(marks, null))).toEqual(tops(marks))
})
