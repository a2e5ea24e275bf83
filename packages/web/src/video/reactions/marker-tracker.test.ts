import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHistory, applyChange, redo, undo } from '@knowreel/shared/video/change-history.ts'
import { anyTree, paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import {
  removeRange,
  insertMaterial,
  insertParagraph,
  mergeIntoPrevious,
  moveParagraph,
  moveStart,
  removeParagraph,
} from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import {
  anchorAt,
  articleDuration,
  articleMap,
  positionsOf,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { locate, occurrences, wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { createMarkerTracker } from './marker-tracker.ts'
import { buildReaction } from './timeline-markers.fixture.ts'
import { timelineMarkers } from './timeline-markers.ts'

type Edit = { readonly kind: number; readonly pick: number; readonly from: number; readonly length: number }

const anyEdits = fc.array(
  fc.record({ kind: fc.integer({ min: 0, max: 9 }), pick: fc.nat(), from: fc.nat(), length: fc.nat() }),
  { maxLength: 14 },
)

/** Applies an edit that the editor offers; unchanged if the rules refuse. */
function edited(tree: ParagraphTree, { kind, pick, from, length }: Edit, id: string): ParagraphTree {
  const duration = articleDuration(tree)
  const positions = positionsOf(tree)
  const target = positions[pick % Math.max(1, positions.length)]?.paragraph.id ?? 'none'
  const time = duration === 0 ? 0 : from % duration
  const parentId = length % 2 === 0 ? null : (positions[length % Math.max(1, positions.length)]?.paragraph.id ?? null)
  try {
    switch (kind) {
      case 0:
        return insertParagraph(tree, time, { id })
      case 1:
        return mergeIntoPrevious(tree, target)
      case 2:
        return moveParagraph(tree, target, { parentId, index: length % 5 })
      case 3:
        return moveStart(tree, target, time)
      case 4:
        return removeRange(tree, time, time + (length % 1500))
      case 5:
        return insertMaterial(tree, time, wholeRecording('v9', 300), { id })
      default:
        return removeParagraph(tree, target)
    }
  } catch {
    return tree
  }
}

const momentAt = (tree: ParagraphTree, time: number) => {
  const found = locate(articleMap(tree), time)
  return found && { videoId: found.piece.videoId, videoTime: found.videoTime }
}

describe('markers on a timeline being edited', () => {
  test('stay with their material and disappear only while nothing plays it', () => {
    fc.assert(
      fc.property(anyTree, fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), anyEdits, (tree, times, edits) => {
        const duration = articleDuration(tree)
        if (duration === 0) return
        const reactions = times.flatMap((time, index) => {
          const anchor = anchorAt(tree, time % duration)
          return anchor === null ? [] : [buildReaction(`r${index}`, anchor)]
        })
        const marks = timelineMarkers(tree, reactions, [])
        const carrier = createMarkerTracker()
        carrier.locateMarkers(tree, marks)
        let history = createHistory(tree)
        edits.forEach((edit, made) => {
          if (edit.kind === 8) history = undo(history)
          else if (edit.kind === 9) history = redo(history)
          else history = applyChange(history, edited(history.present, edit, `new${made}`))
          const now = history.present
          const located = carrier.locateMarkers(now, marks)
          for (const { id, time } of located) {
            const { anchor } = marks.find((mark) => mark.id === id) ?? {}
            expect(momentAt(now, time)).toEqual({ videoId: anchor?.videoId, videoTime: anchor?.videoTime })
          }
          const missing = marks.filter(({ id }) => located.every((one) => one.id !== id))
          for (const { anchor } of missing)
            expect(occurrences(articleMap(now), anchor.videoId, anchor.videoTime)).toEqual([])
        })
      }),
      { numRuns: 600 },
    )
  })

  test('are restored when an edit is undone', () => {
    fc.assert(
      fc.property(anyTree, fc.nat(), anyEdits, (tree, time, edits) => {
        const duration = articleDuration(tree)
        const anchor = duration === 0 ? null : anchorAt(tree, time % duration)
        if (anchor === null) return
        const marks = timelineMarkers(tree, [buildReaction('r', anchor)], [])
        const carrier = createMarkerTracker()
        const first = carrier.locateMarkers(tree, marks)
        edits.reduce((now, edit, made) => {
          const next = edited(now, edit, `new${made}`)
          carrier.locateMarkers(next, marks)
          return next
        }, tree)
        expect(carrier.locateMarkers(tree, marks)).toEqual(first)
      }),
      { numRuns: 300 },
    )
  })

  test('stay on the intended play of a moment that is played twice', () => {
    const tree = [paragraph('a', [piece('v', 0, 5000), piece('w', 0, 5000), piece('v', 0, 5000)])]
    const anchor = anchorAt(tree, 12_000)
    if (anchor === null) throw new Error('Nothing is played there')
    const marks = timelineMarkers(tree, [buildReaction('r', anchor)], [])
    const carrier = createMarkerTracker()
    const timeIn = (now: ParagraphTree) => carrier.locateMarkers(now, marks)[0]?.time
    expect(timeIn(tree)).toBe(12_000)
    const divided = insertParagraph(tree, 7000, { id: 'b' })
    expect(timeIn(divided)).toBe(12_000)
    expect(timeIn(moveParagraph(divided, 'b', { parentId: null, index: 0 }))).toBe(5000)
    expect(timeIn(tree)).toBe(12_000)
  })

  test('follow the server when it reports another position', () => {
    const tree = [paragraph('a', [piece('v', 0, 5000)])]
    const [early, late] = [anchorAt(tree, 1000), anchorAt(tree, 4000)]
    if (!early || !late) throw new Error('Nothing is played there')
    const carrier = createMarkerTracker()
    const timeOf = (anchor: typeof early) =>
      carrier.locateMarkers(tree, timelineMarkers(tree, [buildReaction('r', anchor)], []))[0]?.time
    expect(timeOf(early)).toBe(1000)
    expect(timeOf(late)).toBe(4000)
  })
})
