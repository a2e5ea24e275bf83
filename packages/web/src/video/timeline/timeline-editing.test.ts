import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveParagraph } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { anyTree, paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import { articleDuration, findParagraph, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { durationOf, normalize, wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { blockDropAt, isSamePosition } from './block-drop.ts'
import { thumbnailTiles, piecesInView, soundBars } from './pieces-in-view.ts'
import { cachedArticleMap, snapTargets } from './snap-targets.ts'
import { clockLabel, lengthLabel, spokenTime } from './spoken-time.ts'
import { timelineBlocks, nudgeStart } from './timeline-blocks.ts'
import {
  fitView,
  isFit,
  minorParts,
  scrollToTime,
  toPx,
  toTime,
  zoomShare,
  zoomToShare,
  type View,
} from './timeline-geometry.ts'
import { timeAfterCut, clampTrim, moveTrim, moveTrimEnd, removesAll, startTrim } from './trim.rules.ts'

/** A (10 s) with A.1 and A.2 of 5 s under it, then B (10 s) and C (10 s). */
const tree: ParagraphTree = [
  paragraph(
    'A',
    [piece('v1', 0, 10_000)],
    [paragraph('A.1', [piece('v1', 10_000, 5000)]), paragraph('A.2', [piece('v1', 15_000, 5000)])],
  ),
  paragraph('B', [piece('v2', 0, 10_000)]),
  paragraph('C', [piece('v1', 40_000, 10_000)]),
]

describe('the blocks of the timeline', () => {
  it('form two rows, with the first level above its sub-paragraphs', () => {
    expect(
      timelineBlocks(tree).map(({ paragraph: { id }, level, start, end, nextId }) => [id, level, start, end, nextId]),
    ).toEqual([
      ['A', 1, 0, 20_000, 'B'],
      ['A.1', 2, 10_000, 15_000, 'A.2'],
      ['A.2', 2, 15_000, 20_000, 'B'],
      ['B', 1, 20_000, 30_000, 'C'],
      ['C', 1, 30_000, 40_000, null],
    ])
  })

  it('have borders that a key always moves, also past a cut that is too near', () => {
    // B starts with a piece of 1 s; a border 100 ms to the right of the cut is not allowed.
    const cut: ParagraphTree = [
      paragraph('A', [piece('v1', 0, 3000)]),
      paragraph('B', [piece('v2', 0, 1000), piece('v1', 9000, 3000)]),
    ]
    const nudged = nudgeStart(cut, 'B', 100)
    expect(findParagraph(nudged, 'B')?.start).toBe(3200)
    expect(findParagraph(nudgeStart(tree, 'C', -100), 'C')?.start).toBe(29_800)
  })
})

describe('a dragged paragraph', () => {
  it('goes between the paragraphs of its row', () => {
    expect(blockDropAt(tree, 'C', 1, 1000)).toEqual({ parentId: null, index: 0, at: 0 })
    expect(blockDropAt(tree, 'C', 1, 19_000)).toEqual({ parentId: null, index: 1, at: 20_000 })
    expect(blockDropAt(tree, 'A', 1, 39_000)).toEqual({ parentId: null, index: 2, at: 40_000 })
  })

  it('goes under the paragraph above the pointer when held over the second row', () => {
    expect(blockDropAt(tree, 'B', 2, 12_000)).toEqual({ parentId: 'A', index: 0, at: 10_000 })
    expect(blockDropAt(tree, 'B', 2, 17_000)).toEqual({ parentId: 'A', index: 1, at: 15_000 })
    expect(blockDropAt(tree, 'B', 2, 35_000)).toEqual({ parentId: 'C', index: 0, at: 40_000 })
  })

  it('goes under the previous paragraph when held over its own range', () => {
    expect(blockDropAt(tree, 'C', 2, 32_000)).toEqual({ parentId: 'B', index: 0, at: 30_000 })
  })

  it('is refused with the message of the rules', () => {
    const drop = (id: string, time: number) => () => moveParagraph(tree, id, blockDropAt(tree, id, 2, time))
    expect(drop('A', 35_000)).toThrow('Only two levels allowed')
    expect(drop('A', 1000)).toThrow('You can not move paragraph in this way')
  })

  it('changes nothing when dropped where it was', () => {
    expect(isSamePosition(tree, 'A.2', blockDropAt(tree, 'A.2', 2, 18_000))).toBe(true)
    expect(isSamePosition(tree, 'A.2', blockDropAt(tree, 'A.2', 2, 11_000))).toBe(false)
  })

  it('always gets a position that exists', () => {
    fc.assert(
      fc.property(
        anyTree,
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom(1 as const, 2 as const),
        (any, time, level) => {
          for (const {
            paragraph: { id },
          } of timelineBlocks(any)) {
            const { parentId, index, at } = blockDropAt(any, id, level, time)
            const siblings = parentId === null ? any : (findParagraph(any, parentId)?.paragraph.items ?? [])
            expect(index).toBeLessThanOrEqual(siblings.filter((sibling) => sibling.id !== id).length)
            expect(at).toBeLessThanOrEqual(articleDuration(any))
          }
        },
      ),
    )
  })
})

describe('the range to be removed', () => {
  const duration = 60_000
  it('starts at the play head with a tenth of the article, and extends backwards at its end', () => {
    expect(startTrim({ from: 50_000, to: 56_000 }, duration)).toEqual({ from: 50_000, to: 56_000 })
    expect(startTrim({ from: 60_000, to: 60_000 }, duration)).toEqual({ from: 59_800, to: 60_000 })
    expect(startTrim({ from: 0, to: 10 }, 100), 'nothing to cut').toBeNull()
  })

  it('keeps 200 ms and stays within the article, however its ends are dragged', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5000, max: 70_000 }),
        fc.constantFrom('from' as const, 'to' as const),
        (time, end) => {
          const { from, to } = moveTrimEnd({ from: 20_000, to: 26_000 }, end, time, duration)
          expect(to - from).toBeGreaterThanOrEqual(200)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(duration)
        },
      ),
    )
  })

  it('moves as a whole without changing its length', () => {
    expect(moveTrim({ from: 20_000, to: 26_000 }, 58_000, duration)).toEqual({ from: 54_000, to: 60_000 })
    expect(moveTrim({ from: 20_000, to: 26_000 }, -1, duration)).toEqual({ from: 0, to: 6000 })
  })

  it('shrinks with the article when a change is undone', () => {
    expect(clampTrim({ from: 50_000, to: 60_000 }, 55_000)).toEqual({ from: 50_000, to: 55_000 })
    expect(clampTrim({ from: 50_000, to: 60_000 }, 40_000)).toEqual({ from: 39_800, to: 40_000 })
    expect(clampTrim({ from: 0, to: 100 }, 100)).toBeNull()
  })

  it('counts as everything when nothing worth keeping remains', () => {
    expect(removesAll({ from: 0, to: duration }, duration)).toBe(true)
    expect(removesAll({ from: 100, to: duration - 150 }, duration)).toBe(true)
    expect(removesAll({ from: 200, to: duration }, duration)).toBe(false)
  })

  it('leaves the play head on the frame it shows', () => {
    const cut = { from: 20_000, to: 26_000 }
    expect([10_000, 23_000, 30_000].map((head) => timeAfterCut(cut, head))).toEqual([10_000, 20_000, 24_000])
  })
})

describe('pieces on the timeline', () => {
  const view: View = { from: 0, pxPerSecond: 10, width: 400 }

  it('are limited to the visible ones', () => {
    const visible = piecesInView({ ...view, from: 25_000, width: 100 }, cachedArticleMap(tree))
    expect(visible.map(({ piece: { videoId }, left, right }) => [videoId, left, right])).toEqual([
      ['v2', -50, 50],
      ['v1', 50, 150],
    ])
  })

  it('follow a drag, like the borders of paragraphs', () => {
    expect(snapTargets(tree)).toEqual([0, 10_000, 15_000, 20_000, 30_000, 40_000])
  })

  it('each start with a thumbnail of their own', () => {
    const tiles = thumbnailTiles(view, cachedArticleMap(tree), 85)
    expect(tiles.filter(({ left }) => [0, 200, 300].includes(left)).map(({ videoId }) => videoId)).toEqual([
      'v1',
      'v2',
      'v1',
    ])
    tiles.forEach(({ right, left, width }) => expect(right - left).toBeLessThanOrEqual(width))
    expect(tiles[0]?.videoTime).toBe(4250)
  })

  it('share thumbnails of equal width where they are too narrow', () => {
    const many = normalize(Array.from({ length: 1000 }, (_, index) => piece(`v${index % 2}`, index * 2000, 1000)))
    const tiles = thumbnailTiles(fitView(durationOf(many), 1000), many, 85)
    expect(tiles).toHaveLength(12)
    expect(tiles.at(-1)?.right).toBeCloseTo(1000, 3)
  })

  it('have sound bars that never extend into the next piece and stay in place while scrolling', () => {
    const bars = soundBars(view, cachedArticleMap(tree), 4)
    expect(bars).toHaveLength(100)
    expect(bars.filter(({ videoId }) => videoId === 'v2')).toHaveLength(25)
    for (const { videoId, from, to } of bars.filter(({ videoId: id }) => id === 'v2')) {
      expect([videoId, from >= 0, to <= 10_000]).toEqual(['v2', true, true])
    }
    const scrolled = soundBars({ ...view, from: 130 }, cachedArticleMap(tree), 4)
    expect(scrolled[0]?.px).toBeCloseTo((bars[0]?.px ?? 0) - 1.3, 6)
  })
})

describe('the view of the timeline', () => {
  const hours = 3 * 3_600_000
  it('zooms in equal steps around the pointer', () => {
    const whole = fitView(hours, 1000)
    expect([isFit(whole, hours), zoomShare(whole, hours)]).toEqual([true, 0])
    const half = zoomToShare(whole, hours, 0.5, 300)
    expect(zoomShare(half, hours)).toBeCloseTo(0.5, 6)
    expect(toTime(half, 300)).toBeCloseTo(toTime(whole, 300), 3)
    expect(zoomShare(zoomToShare(whole, hours, 1, 0), hours)).toBe(1)
    expect(zoomShare(fitView(1000, 1000), 1000), 'what is near already').toBe(0)
  })

  it('scrolls only as far as needed to show a time', () => {
    const view: View = { from: 100_000, pxPerSecond: 10, width: 1000 }
    expect(scrollToTime(view, hours, 150_000)).toBe(view)
    expect(toPx(scrollToTime(view, hours, 250_000), 250_000)).toBeCloseTo(976, 6)
    expect(toPx(scrollToTime(view, hours, 50_000), 50_000)).toBeCloseTo(24, 6)
  })

  it('divides every step of the ruler into familiar parts', () => {
    const steps = [
      100, 500, 1000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
    ]
    for (const step of [...steps, 7_200_000]) expect((step / minorParts(step)) % 50).toBe(0)
    expect(minorParts(60_000)).toBe(6)
  })
})

describe('times', () => {
  it('have hundredths in the toolbar', () => {
    expect([221_200, 0, 3_723_450].map(clockLabel)).toEqual(['3:41.20', '0:00.00', '1:02:03.45'])
    expect(clockLabel(59_999)).toBe('0:59.99')
  })

  it('show how much will be removed', () => {
    expect([52_000, 200, 72_040].map(lengthLabel)).toEqual(['52.0 s', '0.2 s', '1:12.0'])
  })

  it('are spoken in words', () => {
    expect([221_200, 61_000, 1000, 0, 3_600_000].map((time) => spokenTime(time))).toEqual([
      '3 minutes 41.2 seconds',
      '1 minute 1 second',
      '1 second',
      '0 seconds',
      '1 hour',
    ])
    expect(spokenTime(221_900, false)).toBe('3 minutes 41 seconds')
  })
})

it('a whole recording is one piece', () => {
  expect(piecesInView(fitView(5000, 100), wholeRecording('v1', 5000))).toHaveLength(1)
})
