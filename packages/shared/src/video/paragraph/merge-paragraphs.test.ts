import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsChanges, mergeParagraphs } from './merge-paragraphs.ts'
import { isSameTree } from './paragraph-hash.ts'
import { anyTree, paragraph, piece } from './paragraph-tree.fixture.ts'
import {
  removeRange,
  insertParagraph,
  mergeIntoPrevious,
  moveParagraph,
  moveStart,
  removeParagraph,
  renameParagraph,
} from './paragraph-tree.rules.ts'
import { findParagraph, positionsOf, type ParagraphTree } from './paragraph-tree.ts'

const base: ParagraphTree = [
  paragraph('ticket', [piece('v', 0, 10_000)]),
  paragraph('heartbeat', [piece('v', 10_000, 10_000)], [paragraph('gaps', [piece('v', 20_000, 10_000)])]),
  paragraph('console', [piece('v', 30_000, 10_000)]),
  paragraph('close', [piece('v', 40_000, 10_000)]),
]
const added = { id: 'added', title: 'Added' }
const ids = (tree: ParagraphTree | null) => tree && positionsOf(tree).map(({ paragraph: { id } }) => id)

describe('concurrent changes of paragraphs', () => {
  it('are kept from both if they concern different paragraphs', () => {
    const mine = renameParagraph(insertParagraph(base, 5000, added), 'close', 'Close the ticket')
    const theirs = removeParagraph(moveStart(base, 'console', 32_000), 'close')
    const merged = mergeParagraphs(base, renameParagraph(mine, 'ticket', 'Read'), theirs)
    expect(ids(merged)).toEqual(['ticket', 'added', 'heartbeat', 'gaps', 'console'])
    expect(merged?.[0]).toMatchObject({ title: 'Read', map: [{ dur: 5000 }] })
    expect(merged && findParagraph(merged, 'console')?.paragraph.map).toEqual([piece('v', 32_000, 8000)])
  })

  it('are kept from both if one moves what the other renames and adds a paragraph beside it', () => {
    const mine = moveParagraph(base, 'close', { parentId: null, index: 0 })
    const theirs = renameParagraph(insertParagraph(base, 45_000, added), 'close', 'Close the ticket')
    const merged = mergeParagraphs(base, mine, theirs)
    expect(ids(merged)).toEqual(['close', 'added', 'ticket', 'heartbeat', 'gaps', 'console'])
    expect(merged?.[0]?.title).toBe('Close the ticket')
    expect(ids(mergeParagraphs(base, theirs, mine))).toEqual(ids(merged))
  })

  it('are kept from both if one nests a paragraph under another that the other side deletes', () => {
    const mine = moveParagraph(base, 'close', { parentId: 'console', index: 0 })
    const merged = mergeParagraphs(base, mine, removeParagraph(base, 'console'))
    expect(ids(merged)).toEqual(['ticket', 'heartbeat', 'gaps', 'close'])
  })

  it('keep my title if both renamed the same paragraph', () => {
    const merged = mergeParagraphs(
      base,
      renameParagraph(base, 'close', 'Mine'),
      renameParagraph(base, 'close', 'Theirs'),
    )
    expect(merged?.at(-1)?.title).toBe('Mine')
  })

  it('are applied once if both made the same change', () => {
    const mine = removeRange(base, 0, 5000)
    expect(mergeParagraphs(base, mine, removeRange(base, 0, 5000))).toBe(mine)
  })
})

it('detects whether a save without a response is part of the current state', () => {
  const sent = renameParagraph(removeRange(base, 0, 5000), 'console', 'Console')
  expect(containsChanges(base, sent, removeParagraph(sent, 'close'))).toBe(true)
  expect(containsChanges(base, sent, sent)).toBe(true)
  expect(containsChanges(base, sent, base)).toBe(false)
  expect(containsChanges(base, sent, removeRange(base, 0, 5000))).toBe(false)
  const moved = moveParagraph(base, 'close', { parentId: null, index: 0 })
  expect(containsChanges(base, moved, base)).toBe(false)
  expect(containsChanges(base, moved, renameParagraph(moved, 'close', 'Close'))).toBe(true)
})

describe('a conflict arises', () => {
  it('if both cut the same paragraph', () => {
    expect(mergeParagraphs(base, removeRange(base, 0, 1000), removeRange(base, 5000, 6000))).toBeNull()
  })

  it('if one deletes what the other cut', () => {
    expect(mergeParagraphs(base, removeParagraph(base, 'console'), removeRange(base, 31_000, 33_000))).toBeNull()
  })

  it('if one deletes material that the other merged into the previous paragraph', () => {
    expect(mergeParagraphs(base, mergeIntoPrevious(base, 'close'), removeParagraph(base, 'close'))).toBeNull()
  })

  it('if both reordered the paragraphs', () => {
    const first = moveParagraph(base, 'close', { parentId: null, index: 0 })
    const second = moveParagraph(base, 'ticket', { parentId: null, index: 3 })
    expect(mergeParagraphs(base, first, second)).toBeNull()
  })
})

/** A change of the paragraph with this number; changes that the rules refuse are skipped. */
const act = (tree: ParagraphTree, at: number, kind: number, name: string): ParagraphTree => {
  const position = positionsOf(tree)[at % Math.max(1, positionsOf(tree).length)]
  if (position === undefined) return tree
  const { id } = position.paragraph
  try {
    if (kind === 0) return renameParagraph(tree, id, name)
    if (kind === 1) return removeParagraph(tree, id)
    if (kind === 2) return mergeIntoPrevious(tree, id)
    if (kind === 3) return removeRange(tree, position.start, position.start + 300)
    if (kind === 4) return insertParagraph(tree, (position.start + position.end) / 2, { id: name, title: name })
    return moveParagraph(tree, id, { parentId: null, index: at % 3 })
  } catch {
    return tree
  }
}
const anyActs = fc.array(fc.tuple(fc.nat(9), fc.nat(5)), { maxLength: 3 })
const apply = (tree: ParagraphTree, acts: [number, number][], name: string) =>
  acts.reduce((now, [at, kind], index) => act(now, at, kind, `${name}${index}`), tree)

it('the result contains the material of both sides, and is symmetric except for titles', () => {
  fc.assert(
    fc.property(anyTree, anyActs, anyActs, (tree, first, second) => {
      const [mine, theirs] = [apply(tree, first, 'mine'), apply(tree, second, 'theirs')]
      const merged = mergeParagraphs(tree, mine, theirs)
      const turned = mergeParagraphs(tree, theirs, mine)
      expect(merged === null).toBe(turned === null)
      if (merged === null) return
      expect(ids(merged)?.toSorted()).toEqual(ids(turned)?.toSorted())
      expect(new Set(ids(merged)).size).toBe(ids(merged)?.length)
      for (const { paragraph: now } of positionsOf(merged)) {
        const [old, here, there] = [tree, mine, theirs].map((one) => findParagraph(one, now.id)?.paragraph.map)
        const isMine = here !== undefined && !isSameTree([paragraph('', here)], [paragraph('', old ?? [])])
        expect(now.map).toEqual(isMine ? here : (there ?? here))
      }
      for (const side of [mine, theirs]) {
        const gone = positionsOf(tree).filter(({ paragraph: { id } }) => findParagraph(side, id) === null)
        for (const {
          paragraph: { id },
        } of gone)
          expect(findParagraph(merged, id)).toBeNull()
      }
      // New paragraphs of both sides survive.
      for (const side of [mine, theirs])
        for (const id of ids(side) ?? []) {
          if (findParagraph(tree, id) === null) expect(findParagraph(merged, id)).not.toBeNull()
        }
    }),
    { numRuns: 3000 },
  )
})
