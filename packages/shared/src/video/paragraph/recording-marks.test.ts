import { expect, test } from 'vitest'
import { wholeRecording } from '../play-map.ts'
import { positionsOf, type Paragraph } from './paragraph-tree.ts'
import { recordingMarks, splitAtMarks } from './recording-marks.ts'

let count = 0
const newId = () => `paragraph-${String(++count).padStart(6, '0')}`
const whole = (duration: number): Paragraph => ({
  id: newId(),
  title: 'Paragraph #4',
  tags: [],
  isExpanded: true,
  map: wholeRecording('v', duration),
  items: [],
})
const divide = (duration: number, marks: { at: number; title?: string }[], maximum = 500) => {
  const paragraphs = splitAtMarks(whole(duration), recordingMarks.parse(marks), { maximum, newId })
  expect(new Set(paragraphs.map(({ id }) => id)).size).toBe(paragraphs.length)
  const positions = positionsOf(paragraphs)
  expect(positions.at(-1)?.end).toBe(duration)
  return positions.map(({ paragraph, start }) => [paragraph.title, start])
}

test('a recording is divided where its author marked it, in any order', () => {
  expect(divide(60_000, [{ at: 41_000, title: 'Зняти пломбу' }, { at: 50_000, title: ' ' }, { at: 12_500 }])).toEqual([
    ['Paragraph #4', 0],
    ['Paragraph #5', 12_500],
    ['Зняти пломбу', 41_000],
    ['Paragraph #6', 50_000],
  ])
})

test('marks at the start, beyond the end and too close to another one are left out', () => {
  const marks = [{ at: 0 }, { at: 20_000 }, { at: 20_100 }, { at: 59_950 }, { at: 70_000 }]
  expect(divide(60_000, marks).map(([, start]) => start)).toEqual([0, 20_000])
})

test('a recording becomes no more paragraphs than its article has room for', () => {
  const marks = Array.from({ length: 500 }, (_, index) => ({ at: (index + 1) * 1000 }))
  expect(divide(3_600_000, marks, 480)).toHaveLength(480)
  expect(divide(3_600_000, marks, 0), 'the recording itself is never lost').toHaveLength(1)
})
