import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitStacks, markerPx, stackMarkers } from './marker-stacks.ts'
import { passedMarkers } from './passed-markers.ts'

const at = (...times: number[]) => times.map((time) => ({ time }))
const onLine = (times: readonly number[], duration: number, width: number) =>
  fitStacks(stackMarkers(at(...times), width / duration), width)

describe('markers on a line', () => {
  test('are single and centred on their time where there is room', () => {
    expect(onLine([10_000, 50_000], 100_000, 1000)).toEqual([
      { left: 87, markers: [{ time: 10_000 }] },
      { left: 487, markers: [{ time: 50_000 }] },
    ])
  })

  test('are stacked where they would overlap', () => {
    const stacks = onLine([10_000, 11_000, 13_000, 16_000], 100_000, 1000)
    expect(stacks.map(({ markers }) => markers.length)).toEqual([3, 1])
  })

  test('are all present, in order, separate and within the line', () => {
    const times = fc.array(fc.integer({ min: 0, max: 9_999_999 }), { maxLength: 400 })
    fc.assert(
      fc.property(times, fc.integer({ min: 60, max: 2000 }), (unordered, width) => {
        const ordered = unordered.toSorted((one, other) => one - other)
        const stacks = onLine(ordered, 10_000_000, width)
        expect(stacks.flatMap((stack) => stack.markers)).toEqual(at(...ordered))
        let edge = 0
        for (const { left, markers: own } of stacks) {
          expect(left).toBeGreaterThanOrEqual(edge - 0.001)
          edge = left + (own.length > 1 ? markerPx.several : markerPx.one)
        }
        expect(edge).toBeLessThanOrEqual(width + 0.001)
      }),
    )
  })

  test('are grouped independently of the scroll position of a zoomed line', () => {
    const marks = at(10_000, 10_200, 40_000, 90_000, 90_100)
    expect(stackMarkers(marks, 0.05).map(({ left, markers: own }) => [left, own.length])).toEqual([
      [487, 2],
      [1987, 1],
      [4487, 2],
    ])
  })

  test('are not drawn when there is no room', () => {
    expect(fitStacks(stackMarkers(at(0), 1), 20)).toEqual([])
  })
})

describe('markers that the play head passes', () => {
  const marks = at(100, 200, 200, 300, 400)
  test.each([
    [0, 99, []],
    [99, 100, [100]],
    [100, 250, [200, 200]],
    [100, 400, [200, 300, 400]],
    // Backwards, and further than playback moves in one step.
    [400, 100, []],
    [0, 1501, []],
  ])('from %i to %i', (from, to, expected) => {
    expect(passedMarkers(marks, from, to, 3).map(({ time }) => time)).toEqual(expected)
  })
})
