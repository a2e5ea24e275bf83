import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carryAnchor } from './carry-anchor.ts'
import {
  removeRange,
  insertMaterial,
  insertParagraph,
  mergeIntoPrevious,
  moveParagraph,
  moveStart,
  removeParagraph,
} from './paragraph-tree.rules.ts'
import { anyTree, paragraph, piece } from './paragraph-tree.fixture.ts'
import {
  anchorAt,
  articleDuration,
  articleMap,
  positionsOf,
  resolveAnchor,
  type ParagraphTree,
} from './paragraph-tree.ts'
import { locate, wholeRecording } from '../play-map.ts'

const momentAt = (tree: ParagraphTree, time: number) => {
  const found = locate(articleMap(tree), time)
  return found && [found.piece.videoId, found.videoTime]
}

/** Null if the rules refuse it. */
const tried = (tree: ParagraphTree, change: (tree: ParagraphTree) => ParagraphTree): ParagraphTree => {
  try {
    return change(tree)
  } catch {
    return tree
  }
}

/** Any change that the editor offers, on any paragraph at any time. */
const anyChange = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.nat(), fc.nat(), fc.nat())
  .map(([kind, pick, from, length]) => (tree: ParagraphTree, id: string): ParagraphTree => {
    const duration = articleDuration(tree)
    const positions = positionsOf(tree)
    const target = positions[pick % Math.max(1, positions.length)]?.paragraph.id ?? 'none'
    const time = duration === 0 ? 0 : from % duration
    switch (kind) {
      case 0:
        return insertParagraph(tree, time, { id })
      case 1:
        return mergeIntoPrevious(tree, target)
      case 2:
        return moveParagraph(tree, target, { parentId: null, index: length % 5 })
      case 3:
        return moveStart(tree, target, time)
      case 4:
        return removeRange(tree, time, time + (length % 1500))
      case 5:
        return insertMaterial(tree, time, wholeRecording('v9', 300), { id })
      default:
        return removeParagraph(tree, target)
    }
  })

describe('a comment on a recording', () => {
  test('stays on its moment through split, merge, trim, move, insert and delete in any order, over several publishes', () => {
    fc.assert(
      fc.property(
        anyTree,
        fc.nat(),
        fc.array(fc.array(anyChange, { maxLength: 5 }), { maxLength: 4 }),
        (tree, pick, edits) => {
          const duration = articleDuration(tree)
          const first = duration === 0 ? null : anchorAt(tree, pick % duration)
          if (first === null) return
          const moment = [first.videoId, first.videoTime]
          let anchor = first
          let published = tree
          let made = 0
          for (const edit of edits) {
            const next = edit.reduce((now, change) => tried(now, (one) => change(one, `new${made++}`)), published)
            anchor = carryAnchor(published, next, anchor)
            published = next
            const at = resolveAnchor(published, anchor)
            if (at !== null) expect(momentAt(published, at)).toEqual(moment)
            else
              expect(
                positionsOf(published).some(({ paragraph: { map } }) => map.some((one) => plays(one, moment))),
              ).toBe(false)
          }
        },
      ),
      { numRuns: 1500 },
    )
  })

  test('stays on the intended occurrence of a moment that is played twice', () => {
    const twice = [paragraph('a', [piece('v', 0, 5000), piece('w', 0, 5000), piece('v', 0, 5000)])]
    const anchor = anchorAt(twice, 12_000)
    if (anchor === null) throw new Error('There is nothing there')
    const divided = insertParagraph(twice, 7000, { id: 'b' })
    // On its own it would resolve to the first: its paragraph still plays the moment.
    expect(resolveAnchor(divided, anchor)).toBe(2000)
    const carried = carryAnchor(twice, divided, anchor)
    expect(resolveAnchor(divided, carried)).toBe(12_000)
    const turned = moveParagraph(divided, 'b', { parentId: null, index: 0 })
    expect(resolveAnchor(turned, carryAnchor(divided, turned, carried))).toBe(5000)
    const joined = mergeIntoPrevious(divided, 'b')
    expect(resolveAnchor(joined, carryAnchor(divided, joined, carried))).toBe(12_000)
  })

  test('has no position while its material is gone, and returns with it', () => {
    const tree = [paragraph('a', [piece('v', 0, 5000)]), paragraph('b', [piece('w', 0, 5000)])]
    const anchor = anchorAt(tree, 7000)
    if (anchor === null) throw new Error('There is nothing there')
    const without = removeParagraph(tree, 'b')
    const kept = carryAnchor(tree, without, anchor)
    expect(resolveAnchor(without, kept)).toBeNull()
    expect(resolveAnchor(tree, carryAnchor(without, tree, kept))).toBe(7000)
  })
})

const plays = (one: { videoId: string; in: number; dur: number }, [videoId, time]: readonly unknown[]) =>
  one.videoId === videoId && Number(time) >= one.in && Number(time) < one.in + one.dur
