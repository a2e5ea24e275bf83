import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { anyMap, anyPieces, anyRange, anyTime, momentsOf } from './play-map.fixture.ts'
import {
  concat,
  deleteRange,
  durationOf,
  insert,
  isSameMap,
  locate,
  merge,
  move,
  normalize,
  occurrences,
  rangesOf,
  replaceRange,
  slice,
  videoIdsOf,
  split,
  trim,
  wholeRecording,
  type PlayMap,
} from './play-map.ts'
import { playMapFromWire, playMapToWire } from './play-map-entries.ts'

/** 15 properties, so at least 100,000 cases; fewer if the seed is fixed, which repeats the same cases. */
const runs = { numRuns: fc.readConfigureGlobal().seed === undefined ? 7000 : 1000 }
vi.setConfig({ testTimeout: 60_000 })
const clamp = (map: PlayMap, time: number) => Math.min(durationOf(map), Math.max(0, time))

describe('a play map, compared with the flat list of its milliseconds', () => {
  it('is normalised: no empty piece, no adjacent pieces that continue each other, and operations keep it so', () => {
    fc.assert(
      fc.property(anyPieces, (pieces) => {
        const map = normalize(pieces)
        expect(momentsOf(map)).toEqual(momentsOf(pieces))
        expect(normalize(map)).toEqual(map)
        map.forEach(({ dur }) => expect(dur).toBeGreaterThan(0))
        map.slice(1).forEach((piece, index) => {
          const before = map[index]
          expect(before?.videoId === piece.videoId && before.in + before.dur === piece.in).toBe(false)
        })
      }),
      runs,
    )
  })

  it('slices like a list', () => {
    fc.assert(
      fc.property(anyMap, anyRange, (map, [from, to]) => {
        const expected = momentsOf(map).slice(clamp(map, from), Math.max(clamp(map, from), clamp(map, to)))
        expect(momentsOf(slice(map, from, to))).toEqual(expected)
        expect(momentsOf(trim(map, from, to))).toEqual(expected)
      }),
      runs,
    )
  })

  it('inserts and deletes like a list', () => {
    fc.assert(
      fc.property(anyMap, anyMap, anyRange, (map, other, [from, to]) => {
        const inserted = momentsOf(map).toSpliced(clamp(map, from), 0, ...momentsOf(other))
        expect(momentsOf(insert(map, from, other))).toEqual(inserted)
        const length = Math.max(0, clamp(map, to) - clamp(map, from))
        expect(momentsOf(deleteRange(map, from, to))).toEqual(momentsOf(map).toSpliced(clamp(map, from), length))
        const replaced = momentsOf(map).toSpliced(clamp(map, from), length, ...momentsOf(other))
        expect(momentsOf(replaceRange(map, from, to, other))).toEqual(replaced)
      }),
      runs,
    )
  })

  it('moves a range like a list', () => {
    fc.assert(
      fc.property(anyMap, anyRange, anyTime, (map, [from, to], target) => {
        const first = clamp(map, from)
        const end = clamp(map, to)
        const position = clamp(map, target)
        const all = momentsOf(map)
        const moved = all.slice(first, Math.max(first, end))
        const rest = all.toSpliced(first, moved.length)
        const isInside = moved.length === 0 || (position >= first && position <= end)
        const at = position <= first ? position : position - moved.length
        expect(momentsOf(move(map, from, to, target))).toEqual(isInside ? all : rest.toSpliced(at, 0, ...moved))
      }),
      runs,
    )
  })

  it('locates the same moment as the list', () => {
    fc.assert(
      fc.property(anyMap, anyTime, (map, time) => {
        const found = locate(map, time)
        const moments = momentsOf(map)
        if (moments.length === 0) {
          expect(found).toBeNull()
          return
        }
        const at = clamp(map, time)
        const located = found === null ? null : `${found.piece.videoId}@${found.videoTime}`
        if (at < moments.length) expect(located).toBe(moments[at])
        else expect(found?.index).toBe(map.length - 1)
        const before = locate(map, time, 'before')
        if (at > 0) expect(`${before?.piece.videoId}@${(before?.videoTime ?? 0) - 1}`).toBe(moments[at - 1])
      }),
      runs,
    )
  })

  it('finds every occurrence of a moment', () => {
    fc.assert(
      fc.property(anyMap, fc.constantFrom('v1', 'v2', 'v3'), anyTime, (map, videoId, videoTime) => {
        const moment = `${videoId}@${videoTime}`
        const times = momentsOf(map).flatMap((one, at) => (one === moment ? [at] : []))
        expect(occurrences(map, videoId, videoTime)).toEqual(times)
      }),
      runs,
    )
  })

  it('maps a range of a recording onto its own clock', () => {
    fc.assert(
      fc.property(anyMap, fc.constantFrom('v1', 'v2'), anyRange, (map, videoId, [from, to]) => {
        const covered = rangesOf(map, videoId, from, to).flatMap((range) =>
          Array.from({ length: range.to - range.from }, (_, at) => range.from + at),
        )
        const expected = momentsOf(map).flatMap((moment, at) => {
          const [video, time] = moment.split('@')
          return video === videoId && Number(time) >= from && Number(time) < to ? [at] : []
        })
        expect(covered).toEqual(expected)
      }),
      runs,
    )
  })

  it('lists its recordings in the order of their first piece', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        expect(videoIdsOf(map)).toEqual([...new Set(momentsOf(map).map((moment) => moment.split('@')[0]))])
      }),
      runs,
    )
  })
})

describe('the laws of play maps', () => {
  it('is unchanged when split and merged', () => {
    fc.assert(
      fc.property(anyMap, anyTime, (map, at) => {
        const [left, right] = split(map, at)
        expect(merge(left, right)).toEqual(map)
        expect(durationOf(left) + durationOf(right)).toBe(durationOf(map))
      }),
      runs,
    )
  })

  it('is restored when an insertion is removed', () => {
    fc.assert(
      fc.property(anyMap, anyMap, anyTime, (map, other, time) => {
        const at = clamp(map, time)
        expect(deleteRange(insert(map, at, other), at, at + durationOf(other))).toEqual(map)
      }),
      runs,
    )
  })

  it('is restored when a removal is inserted again', () => {
    fc.assert(
      fc.property(anyMap, anyRange, (map, [from, to]) => {
        const first = clamp(map, from)
        const end = Math.max(first, clamp(map, to))
        expect(insert(deleteRange(map, first, end), first, slice(map, first, end))).toEqual(map)
      }),
      runs,
    )
  })

  it('keeps what is played when a range moves', () => {
    fc.assert(
      fc.property(anyMap, anyRange, anyTime, (map, [from, to], target) => {
        const moved = move(map, from, to, target)
        expect(momentsOf(moved).toSorted()).toEqual(momentsOf(map).toSorted())
      }),
      runs,
    )
  })

  it('adds up durations', () => {
    fc.assert(
      fc.property(anyMap, anyMap, (one, other) => {
        expect(durationOf(concat(one, other))).toBe(durationOf(one) + durationOf(other))
      }),
      runs,
    )
  })

  it('survives a round trip through the wire form, with total times that increase from 0', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        const entries = playMapToWire(map)
        expect(playMapFromWire(entries, durationOf(map))).toEqual(map)
        entries.forEach(({ totalTime }, index) => {
          if (index === 0) expect(totalTime).toBe(0)
          else expect(totalTime).toBeGreaterThan(entries[index - 1]?.totalTime ?? Infinity)
        })
      }),
      runs,
    )
  })

  it('commutes for two disjoint changes', () => {
    fc.assert(
      fc.property(anyMap, anyMap, anyTime, anyTime, anyTime, (map, other, one, two, three) => {
        const [first = 0, middle = 0, last = 0] = [one, two, three].map((time) => clamp(map, time)).toSorted(ascending)
        const lateFirst = deleteRange(insert(map, last, other), first, middle)
        const earlyFirst = insert(deleteRange(map, first, middle), last - (middle - first), other)
        // If nothing is between the two, either order is correct.
        if (last > middle) expect(lateFirst).toEqual(earlyFirst)
      }),
      runs,
    )
  })
})

const ascending = (one: number, other: number) => one - other

describe('invalid play maps', () => {
  it('rejects a wire form that does not start at 0, does not increase or exceeds the duration', () => {
    const entry = (totalTime: number) => ({ totalTime, videoTime: 0, videoId: 'v1' })
    expect(playMapFromWire([entry(5)], 10)).toBeNull()
    expect(playMapFromWire([entry(0), entry(0)], 10)).toBeNull()
    expect(playMapFromWire([entry(0), entry(7), entry(3)], 10)).toBeNull()
    expect(playMapFromWire([entry(0), entry(10)], 10)).toBeNull()
    expect(playMapFromWire([], 10)).toBeNull()
    expect(playMapFromWire([], 0)).toEqual([])
  })

  it('treats a time that is not a number as the start', () => {
    expect(locate(wholeRecording('v1', 10), Number.NaN)?.videoTime).toBe(0)
    expect(slice(wholeRecording('v1', 10), Number.NaN, Infinity)).toEqual(wholeRecording('v1', 10))
  })

  it('distinguishes equal maps from others', () => {
    expect(isSameMap(wholeRecording('v1', 10), [{ videoId: 'v1', in: 0, dur: 10 }])).toBe(true)
    expect(isSameMap(wholeRecording('v1', 10), wholeRecording('v1', 9))).toBe(false)
    expect(isSameMap(wholeRecording('v1', 10), wholeRecording('v2', 10))).toBe(false)
  })
})
