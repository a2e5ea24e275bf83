import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../error/app-error.ts'
import { momentsOf } from '../play-map.fixture.ts'
import { anchorAt, articleDuration, articleMap, findParagraph, positionsOf, resolveAnchor } from './paragraph-tree.ts'
import { anyTree, paragraph, piece, titles } from './paragraph-tree.fixture.ts'
import {
  validateTree,
  removeRange,
  insertMaterial,
  insertParagraph,
  minStartDistance,
  mergeIntoPrevious,
  moveParagraph,
  moveStart,
  nextParagraphTitle,
  removeParagraph,
  renameParagraph,
  setParagraphTags,
  minPartMs,
  sliceArticle,
  initialTrimRange,
} from './paragraph-tree.rules.ts'
import type { ParagraphTree } from './paragraph-tree.ts'
import { deleteRange, durationOf, insert, wholeRecording } from '../play-map.ts'

/** A fixed seed repeats the same cases. */
const runs = { numRuns: fc.readConfigureGlobal().seed === undefined ? 500 : 150 }
const added = { id: 'new' }

// Thousands of cases each, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

function refusal(change: () => unknown): string | null {
  try {
    change()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Null if the rules refuse the change. */
function unlessRefused(change: () => ParagraphTree): ParagraphTree | null {
  let changed: ParagraphTree | null = null
  return refusal(() => (changed = change())) === null ? changed : null
}

const ids = (tree: ParagraphTree) => positionsOf(tree).map(({ paragraph: { id } }) => id)
const played = (tree: ParagraphTree) => momentsOf(articleMap(tree))
const allDurations = (tree: ParagraphTree) => positionsOf(tree).map(({ start, end }) => end - start)

const two: ParagraphTree = [
  paragraph('a', wholeRecording('v1', 10_000)),
  paragraph('b', wholeRecording('v2', 10_000), [
    paragraph('b1', wholeRecording('v3', 5000)),
    paragraph('b2', wholeRecording('v1', 5000)),
  ]),
]

describe('the time of an article', () => {
  it('is a pre-order walk of its paragraphs: own material first, then sub-paragraphs', () => {
    expect(positionsOf(two).map(({ paragraph: { id }, start, end, parentId }) => [id, parentId, start, end])).toEqual([
      ['a', null, 0, 10_000],
      ['b', null, 10_000, 20_000],
      ['b1', 'b', 20_000, 25_000],
      ['b2', 'b', 25_000, 30_000],
    ])
    expect(articleDuration(two)).toBe(30_000)
  })

  it('is the sum of its paragraphs', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        expect(articleDuration(tree)).toBe(allDurations(tree).reduce((sum, own) => sum + own, 0))
        expect(articleDuration(tree)).toBe(played(tree).length)
      }),
      runs,
    )
  })
})

describe('inserting a paragraph', () => {
  it("is refused within a hundredth of the article, at most 400 ms, of another paragraph's start", () => {
    const refused = 'You can not add paragraph at this position. Too close to another paragraph.'
    expect(minStartDistance(30_000)).toBe(300)
    expect(minStartDistance(3_600_000)).toBe(400)
    for (const time of [0, 299, 9_701, 10_299, 29_801]) {
      expect(
        refusal(() => insertParagraph(two, time, added)),
        String(time),
      ).toBe(refused)
    }
    for (const time of [300, 9_700, 10_300, 29_800]) {
      expect(
        refusal(() => insertParagraph(two, time, added)),
        String(time),
      ).toBeNull()
    }
  })

  it('gets a title one above the highest number in use', () => {
    expect(nextParagraphTitle([])).toBe('Paragraph #1')
    expect(
      nextParagraphTitle(titles(['Paragraph #7', 'paragraph #9', 'Paragraph #2', 'Ends with Paragraph #30'])),
    ).toBe('Paragraph #8')
    expect(findParagraph(insertParagraph(two, 5000, added), 'new')?.paragraph.title).toBe('Paragraph #1')
  })

  it('goes after the paragraph it was split from, or first under one that has sub-paragraphs', () => {
    expect(ids(insertParagraph(two, 5000, added))).toEqual(['a', 'new', 'b', 'b1', 'b2'])
    expect(findParagraph(insertParagraph(two, 15_000, added), 'new')).toMatchObject({ parentId: 'b', index: 0 })
    expect(findParagraph(insertParagraph(two, 22_000, added), 'new')).toMatchObject({ parentId: 'b', index: 1 })
  })

  it('does not change what is played, and merging it again restores the tree', () => {
    fc.assert(
      fc.property(anyTree, fc.double({ min: 0, max: 1, noNaN: true }), (tree, share) => {
        const time = Math.round(share * articleDuration(tree))
        const changed = unlessRefused(() => insertParagraph(tree, time, added))
        if (changed === null) return
        expect(played(changed)).toEqual(played(tree))
        expect(allDurations(changed).length).toBe(allDurations(tree).length + 1)
        expect(findParagraph(changed, 'new')?.paragraph.title).toMatch(/^Paragraph #\d+$/)
        const joined = mergeIntoPrevious(changed, 'new')
        expect(joined.map(withoutFold)).toEqual(tree.map(withoutFold))
      }),
      runs,
    )
  })

  const withoutFold = (node: ParagraphTree[number]): unknown => ({
    ...node,
    isExpanded: null,
    items: node.items.map(withoutFold),
  })

  it('leaves no part shorter than 200 ms', () => {
    const short = [paragraph('a', wholeRecording('v1', 3000))]
    expect(refusal(() => insertParagraph(short, 150, added))).not.toBeNull()
    expect(refusal(() => insertParagraph(short, 2900, added))).not.toBeNull()
    const pieces = [paragraph('a', [piece('v1', 0, 3000), piece('v2', 0, 3000)])]
    const changed = insertParagraph(pieces, 3100, added)
    expect(findParagraph(changed, 'new')?.start, 'goes to the border that is near').toBe(3000)
  })
})

describe('merging a paragraph into the previous one', () => {
  it('is refused for the first paragraph and for one with sub-paragraphs', () => {
    const refused = 'This paragraph can not be joined to previous'
    expect(refusal(() => mergeIntoPrevious(two, 'a'))).toBe(refused)
    expect(refusal(() => mergeIntoPrevious(two, 'b'))).toBe(refused)
  })

  it('has no more tags than can be saved', () => {
    const many = (prefix: string) => Array.from({ length: 15 }, (_, index) => `${prefix}${index}`)
    const tagged = [
      { ...paragraph('a', wholeRecording('v1', 500)), tags: many('x') },
      { ...paragraph('b', wholeRecording('v2', 500)), tags: many('y') },
    ]
    expect(mergeIntoPrevious(tagged, 'b')[0]?.tags).toEqual([...many('x'), ...many('y')].slice(0, 20))
  })

  it('keeps the material and unites the tags', () => {
    const tagged = [
      { ...paragraph('a', wholeRecording('v1', 500)), tags: ['x'] },
      { ...paragraph('b', wholeRecording('v2', 500)), tags: ['y', 'x'] },
    ]
    expect(mergeIntoPrevious(tagged, 'b')).toEqual([
      { ...paragraph('a', [piece('v1', 0, 500), piece('v2', 0, 500)]), tags: ['x', 'y'] },
    ])
    fc.assert(
      fc.property(anyTree, fc.nat(), (tree, pick) => {
        const id = ids(tree)[pick % Math.max(1, ids(tree).length)] ?? 'none'
        const changed = unlessRefused(() => mergeIntoPrevious(tree, id))
        if (changed !== null) expect(played(changed)).toEqual(played(tree))
      }),
      runs,
    )
  })
})

describe('moving a paragraph', () => {
  it('allows two levels only', () => {
    const refused = 'Only two levels allowed'
    expect(refusal(() => moveParagraph(two, 'b', { parentId: 'a', index: 0 }))).toBe(refused)
    expect(refusal(() => moveParagraph(two, 'a', { parentId: 'b1', index: 0 }))).toBe(refused)
    expect(refusal(() => moveParagraph(two, 'a', { parentId: 'b', index: 0 }))).toBeNull()
  })

  it('refuses invalid targets', () => {
    const refused = 'You can not move paragraph in this way'
    expect(refusal(() => moveParagraph(two, 'a', { parentId: 'a', index: 0 }))).toBe(refused)
    expect(refusal(() => moveParagraph(two, 'a', { parentId: 'gone', index: 0 }))).toBe(refused)
    expect(refusal(() => moveParagraph(two, 'gone', { parentId: null, index: 0 }))).toBe(refused)
  })

  it('keeps every millisecond wherever it goes', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.nat(), fc.integer({ min: -1, max: 6 }), (tree, pick, under, index) => {
        const all = ids(tree)
        const id = all[pick % Math.max(1, all.length)] ?? 'none'
        const parentId = all[under % (all.length + 1)] ?? null
        const changed = unlessRefused(() => moveParagraph(tree, id, { parentId, index }))
        if (changed === null) return
        expect(played(changed).toSorted()).toEqual(played(tree).toSorted())
        expect(ids(changed).toSorted()).toEqual(ids(tree).toSorted())
        expect(refusal(() => validateTree(changed))).toBeNull()
      }),
      runs,
    )
  })
})

describe('moving the boundary between two paragraphs', () => {
  it('plays the same and keeps both at 200 ms or more', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.integer({ min: -500, max: 12_000 }), (tree, pick, time) => {
        const id = ids(tree)[pick % Math.max(1, ids(tree).length)] ?? 'none'
        const changed = unlessRefused(() => moveStart(tree, id, time))
        if (changed === null) return
        expect(played(changed)).toEqual(played(tree))
        const at = ids(changed).indexOf(id)
        expect(allDurations(changed)[at]).toBeGreaterThanOrEqual(minPartMs)
        expect(allDurations(changed)[at - 1]).toBeGreaterThanOrEqual(minPartMs)
      }),
      runs,
    )
  })

  it('is refused for the first one', () => {
    expect(refusal(() => moveStart(two, 'a', 500))).toBe('You can not move paragraph in this way')
  })
})

describe('cutting a range out', () => {
  it('removes exactly the range if no fragment is left', () => {
    const changed = removeRange(two, 5000, 22_000)
    expect(played(changed)).toEqual(momentsOf(deleteRange(articleMap(two), 5000, 22_000)))
    expect(ids(changed), 'b lost its material but has others under it').toEqual(['a', 'b', 'b1', 'b2'])
    expect(ids(removeRange(two, 10_000, 25_000))).toEqual(['a', 'b', 'b2'])
    expect(ids(removeRange(two, 10_000, 30_000))).toEqual(['a'])
  })

  it('removes at most 200 ms more at either end, and leaves no new fragment', () => {
    fc.assert(
      fc.property(anyTree, fc.integer({ min: 0, max: 6000 }), fc.integer({ min: 0, max: 6000 }), (tree, one, other) => {
        const [from, to] = one < other ? [one, other] : [other, one]
        const changed = removeRange(tree, from, to)
        const removed = articleDuration(tree) - articleDuration(changed)
        const within = Math.max(0, Math.min(to, articleDuration(tree)) - Math.min(from, articleDuration(tree)))
        expect(removed).toBeGreaterThanOrEqual(within)
        expect(removed).toBeLessThan(within + 2 * minPartMs)
      }),
      runs,
    )
  })

  it('starts trim mode with a tenth of the article from the playhead', () => {
    expect(initialTrimRange(two, 1000)).toEqual({ from: 1000, to: 4000 })
    expect(initialTrimRange(two, 29_000)).toEqual({ from: 29_000, to: 30_000 })
    expect(initialTrimRange([], 500)).toEqual({ from: 0, to: 0 })
  })
})

describe('material of another recording', () => {
  it('is inserted at the playhead', () => {
    const changed = insertMaterial(two, 4000, wholeRecording('v9', 700), added)
    expect(played(changed)).toEqual(momentsOf(insert(articleMap(two), 4000, wholeRecording('v9', 700))))
    expect(ids(changed)).toEqual(ids(two))
  })

  it('becomes the first paragraph of an empty article', () => {
    expect(insertMaterial([], 0, wholeRecording('v1', 900), added)).toEqual([
      { ...paragraph('new', wholeRecording('v1', 900)), title: 'Paragraph #1' },
    ])
  })
})

describe('renaming and deleting', () => {
  it('requires a title', () => {
    expect(refusal(() => renameParagraph(two, 'a', '  '))).toBe('Title is required')
    expect(findParagraph(renameParagraph(two, 'b2', ' Wiring '), 'b2')?.paragraph.title).toBe('Wiring')
  })

  it('deletes a paragraph with its sub-paragraphs', () => {
    expect(ids(removeParagraph(two, 'b'))).toEqual(['a'])
    expect(ids(removeParagraph(two, 'b1'))).toEqual(['a', 'b', 'b2'])
  })

  it('refuses a tree with a third level, two equal ids or an empty title', () => {
    const third = [paragraph('a', [], [paragraph('b', [], [paragraph('c', [])])])]
    expect(refusal(() => validateTree(third))).toBe('Only two levels allowed')
    expect(refusal(() => validateTree([paragraph('a', []), paragraph('a', [])]))).not.toBeNull()
    expect(refusal(() => validateTree(titles(['One', ' '])))).toBe('Title is required')
  })
})

describe('the anchor of a comment', () => {
  it('resolves to the time it was set at', () => {
    fc.assert(
      fc.property(anyTree, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (tree, share) => {
        const time = Math.floor(share * articleDuration(tree))
        const anchor = anchorAt(tree, time)
        if (anchor === null) expect(articleDuration(tree)).toBe(0)
        else expect(resolveAnchor(tree, anchor)).toBe(time)
      }),
      runs,
    )
  })

  it('stays on its moment through every change, or disappears with it', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), fc.nat(), fc.nat(), (tree, pick, from, length) => {
        const duration = articleDuration(tree)
        if (duration === 0) return
        const anchor = anchorAt(tree, pick % duration)
        if (anchor === null) return
        const moment = `${anchor.videoId}@${anchor.videoTime}`
        const start = from % duration
        for (const change of [
          () => removeRange(tree, start, start + (length % duration)),
          () => insertParagraph(tree, start, added),
          () => insertMaterial(tree, start, wholeRecording('v9', 300), added),
          () => moveParagraph(tree, anchor.paragraphId, { parentId: null, index: 0 }),
          () => removeParagraph(tree, anchor.paragraphId),
        ]) {
          const changed = unlessRefused(change)
          if (changed === null) continue
          const at = resolveAnchor(changed, anchor)
          if (at === null) expect(played(changed)).not.toContain(moment)
          else expect(played(changed)[at]).toBe(moment)
        }
      }),
      runs,
    )
  })

  it('is found in the paragraph it was moved to', () => {
    const anchor = anchorAt(two, 9000)
    const changed = insertParagraph(two, 5000, added)
    expect(anchor && resolveAnchor(changed, anchor)).toBe(9000)
    expect(anchor?.paragraphId).toBe('a')
  })
})

describe('a range of an article', () => {
  it('plays what the article plays in that range', () => {
    expect(momentsOf(sliceArticle(two, 9000, 21_000))).toEqual(played(two).slice(9000, 21_000))
    expect(durationOf(sliceArticle(two, -5, 40_000))).toBe(30_000)
  })
})

it('a paragraph gets each given tag once', () => {
  const tree = [paragraph('one', [], [paragraph('under', [])])]
  const tagged = setParagraphTags(tree, 'under', [' gateway', 'Gateway', 'heartbeat'])
  expect(tagged[0]?.items[0]?.tags).toEqual(['gateway', 'heartbeat'])
  expect(() => setParagraphTags(tree, 'gone', [])).toThrow('You can not move paragraph in this way')
})

it('an article gets no paragraph beyond the 500 that can be saved', () => {
  const full = Array.from({ length: 500 }, (_, index) => paragraph(`p${index}`, wholeRecording('v1', 10_000)))
  expect(refusal(() => insertParagraph(full, 5000, added))).toBe('An article can have 500 paragraphs')
  expect(refusal(() => insertParagraph(full.slice(1), 5000, added))).toBeNull()
})
