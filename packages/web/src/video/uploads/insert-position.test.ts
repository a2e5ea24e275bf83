import { removeRange, insertMaterial, moveParagraph } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { expect, test } from 'vitest'
import { insertPositionAt, resolveInsertTime } from './insert-position.ts'

const paragraph = (id: string, videoId: string, length: number) => ({
  id,
  title: id,
  tags: [],
  isExpanded: true,
  map: wholeRecording(videoId, length),
  items: [],
})
const tree: ParagraphTree = [paragraph('one', 'a', 10_000), paragraph('two', 'b', 20_000)]

test('a position stays where the play head was', () => {
  expect(resolveInsertTime(tree, insertPositionAt(tree, 12_000))).toBe(12_000)
})

test('a position moves with its material', () => {
  const position = insertPositionAt(tree, 12_000)
  expect(resolveInsertTime(moveParagraph(tree, 'two', { parentId: null, index: 0 }), position)).toBe(2000)
  expect(resolveInsertTime(removeRange(tree, 0, 4000), position)).toBe(8000)
  expect(resolveInsertTime(insertMaterial(tree, 5000, wholeRecording('c', 3000), { id: 'x' }), position)).toBe(15_000)
})

test('a position whose material was removed keeps its time, but never exceeds the end', () => {
  const position = insertPositionAt(tree, 12_000)
  expect(resolveInsertTime(removeRange(tree, 11_000, 14_000), position)).toBe(12_000)
  expect(resolveInsertTime(removeRange(tree, 10_000, 30_000), position)).toBe(10_000)
})

test('the end stays the end', () => {
  const position = insertPositionAt(tree, articleDuration(tree))
  const longer = insertMaterial(tree, 5000, wholeRecording('c', 3000), { id: 'x' })
  expect(resolveInsertTime(longer, position)).toBe(33_000)
})
